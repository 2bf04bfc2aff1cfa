import type { Icon } from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import { useOnline } from '../lib/use-online.ts'
import styles from './button.module.css'
import { showToast } from './toast.tsx'

export type ButtonLook = {
  /** primary: the one thing to do here. secondary: outlined. quiet: text only. danger: deletes. */
  variant?: 'primary' | 'secondary' | 'quiet' | 'danger' | undefined
  size?: 'normal' | 'small' | undefined
  wide?: boolean | undefined
}
type ButtonProps = ButtonLook &
  ComponentProps<'button'> & { icon?: Icon | undefined; loading?: boolean; needsNetwork?: boolean }

/**
 * A button; while `loading` it cannot be pressed twice, and keeps the focus, which a disabled one would lose. `needsNetwork`: without
 * network it looks disabled, and says why when it is pressed. A form sends without it: its failure stands beside its fields.
 */
export function Button({
  variant,
  size,
  icon: Glyph,
  wide,
  loading = false,
  needsNetwork = false,
  disabled,
  className,
  children,
  type = 'button',
  onClick,
  ...rest
}: ButtonProps) {
  const press = usePress({ loading, needsNetwork, onClick })
  return (
    <button
      {...rest}
      {...press}
      type={type}
      disabled={disabled}
      data-main={(variant ?? 'primary') === 'primary' || undefined}
      className={buttonClass({ variant, size, wide }, className)}
    >
      {loading ? <Spinner /> : Glyph && <Glyph aria-hidden="true" />}
      {children}
    </button>
  )
}

/** A small button beside one thing of several. */
export const SmallButton = (props: Omit<ButtonProps, 'variant' | 'size'>) => (
  <Button variant="secondary" size="small" {...props} />
)

/** The same in text only, for what matters less. */
export const QuietButton = (props: Omit<ButtonProps, 'variant' | 'size'>) => (
  <Button variant="quiet" size="small" {...props} />
)

/** What a press does: nothing while it is awaited, a word where it cannot be done. */
function usePress({ loading, needsNetwork, onClick }: Pick<ButtonProps, 'loading' | 'needsNetwork' | 'onClick'>) {
  const isCut = !useOnline() && needsNetwork
  if (loading) return { onClick: refuse, 'aria-disabled': true, 'aria-busy': true }
  return isCut ? { onClick: sayOffline, 'aria-disabled': true } : { onClick }
}

const refuse = (event: { preventDefault: () => void }) => event.preventDefault()

function sayOffline(event: { preventDefault: () => void }) {
  event.preventDefault()
  showToast('Pas de réseau\u00a0: vous pourrez le faire à son retour.', 'danger')
}

/** The same look for a link: `<Link className={buttonClass({ variant: 'primary' })}>`. */
export function buttonClass({ variant = 'primary', size = 'normal', wide }: ButtonLook, extra?: string): string {
  const look = [styles.button, styles[variant], styles[size], wide && 'wide', extra]
  return ['tap centre bold centred', ...look].filter(Boolean).join(' ')
}

/** A small turning ring; the words beside it say what is awaited. */
export function Spinner({ size = 20 }: { size?: number }) {
  return <span className={`fixed round ${styles.spinner}`} style={{ width: size, height: size }} aria-hidden="true" />
}
