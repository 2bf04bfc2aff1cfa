import type { ComponentProps, ReactNode } from 'react'
import styles from './button.module.css'

type ButtonLook = {
  /** primary: the one thing to do here. secondary: outlined. quiet: text only. danger: deletes. */
  variant?: 'primary' | 'secondary' | 'quiet' | 'danger'
  size?: 'normal' | 'small'
  icon?: ReactNode
  wide?: boolean
}
type ButtonProps = ButtonLook & ComponentProps<'button'> & { loading?: boolean }

/** A button; while `loading` it cannot be pressed twice, and keeps the focus, which a disabled one would lose. */
export function Button({
  variant,
  size,
  icon,
  wide,
  loading = false,
  disabled,
  className,
  children,
  type = 'button',
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      disabled={disabled}
      onClick={loading ? refuse : onClick}
      aria-disabled={loading || undefined}
      aria-busy={loading || undefined}
      data-main={(variant ?? 'primary') === 'primary' || undefined}
      className={buttonClass({ variant, size, wide }, className)}
    >
      {loading ? <Spinner /> : icon}
      {children}
    </button>
  )
}

const refuse = (event: { preventDefault: () => void }) => event.preventDefault()

/** The same look for a link: `<Link className={buttonClass({ variant: 'primary' })}>`. */
export function buttonClass(
  look: {
    variant?: ButtonLook['variant'] | undefined
    size?: ButtonLook['size'] | undefined
    wide?: boolean | undefined
  },
  extra?: string,
): string {
  const names = [styles.button, styles[look.variant ?? 'primary'], styles[look.size ?? 'normal']]
  return [...names, look.wide && styles.wide, extra].filter(Boolean).join(' ')
}

/** A small turning ring; the words beside it say what is awaited. */
export function Spinner({ size = 20 }: { size?: number }) {
  return <span className={styles.spinner} style={{ width: size, height: size }} aria-hidden="true" />
}
