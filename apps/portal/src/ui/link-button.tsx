import type { ComponentProps } from 'react'
import { PageLink } from '../lib/router.tsx'
import { type ButtonLook, buttonClass } from './button.tsx'

type LinkButtonProps = ButtonLook & { newTab?: boolean } & (
    | ComponentProps<typeof PageLink>
    | (ComponentProps<'a'> & { to?: never })
  )

/** A link that looks like a button, outlined unless it is the one thing to do; with an `href` it leaves the portal. */
export function LinkButton({ variant = 'secondary', size, wide, newTab = false, ...link }: LinkButtonProps) {
  const className = buttonClass({ variant, size, wide })
  if (link.to !== undefined) return <PageLink {...link} className={className} />
  return newTab ? <OutsideLink {...link} className={className} /> : <a {...link} className={className} />
}

/** A link that opens in a tab of its own, which learns nothing of this one. */
export const OutsideLink = (props: ComponentProps<'a'>) => <a {...props} target="_blank" rel="noopener noreferrer" />
