import type { Icon } from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import { PageLink } from '../lib/router.tsx'
import { type ButtonLook, buttonClass } from './button.tsx'

type LinkButtonProps = ButtonLook & { icon?: Icon; newTab?: boolean } & (
    | ComponentProps<typeof PageLink>
    | (ComponentProps<'a'> & { to?: never })
  )

/** A link that looks like a button, outlined unless it is the one thing to do; with an `href` it leaves the portal. */
export function LinkButton(props: LinkButtonProps) {
  const { variant = 'secondary', size, wide, icon: Glyph, newTab = false, children, ...link } = props
  const words = (
    <>
      {Glyph ? <Glyph aria-hidden="true" /> : null}
      {children}
    </>
  )
  const drawn = { className: buttonClass({ variant, size, wide }), children: words }
  if (link.to !== undefined) return <PageLink {...link} {...drawn} />
  return newTab ? <OutsideLink {...link} {...drawn} /> : <a {...link} {...drawn} />
}

/** A link that opens in a tab of its own, which learns nothing of this one. */
export const OutsideLink = (props: ComponentProps<'a'>) => <a {...props} target="_blank" rel="noopener noreferrer" />
