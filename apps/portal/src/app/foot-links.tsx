import {
  type Icon,
  IconBell,
  IconDevices,
  IconExternalLink,
  IconLifebuoy,
  IconLogout,
  IconPhone,
} from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useQueued } from '../lib/browser-queue.ts'
import { phoneHref } from '../lib/help-contact.tsx'
import { PageLink } from '../lib/router.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { signOut } from './sign-out.ts'
import type { ShellState } from './use-shell-state.ts'

type OutsideLink = { href: string; label: string; icon: Icon; logo?: string | null; newTab?: true }
type FootLinksProps = { state: ShellState; iconSize: number; className?: string; onChosen?: () => void }

const ofPerson = [
  { to: '/notifications', label: 'Notifications', icon: IconBell },
  { to: '/sessions', label: 'Mon compte', icon: IconDevices },
] as const

/** What the rail and « Plus » end with, as items of their list: links out of the portal, the person's own pages, signing out. */
export function FootLinks({ state, iconSize, className, onChosen }: FootLinksProps) {
  const drawn = { size: iconSize, stroke: 1.8, 'aria-hidden': true } as const
  return (
    <>
      {outsideLinksOf(state).map(({ href, label, icon: Glyph, logo, newTab }) => (
        <li key={href}>
          <a href={href} className={className} {...(newTab && { target: '_blank', rel: 'noopener noreferrer' })}>
            {logo ? <img src={logo} alt="" width={iconSize} height={iconSize} /> : <Glyph {...drawn} />}
            <span>{label}</span>
          </a>
        </li>
      ))}
      {ofPerson.map(({ to, label, icon: Glyph }) => (
        <li key={to}>
          <PageLink
            to={to}
            className={className}
            onClick={onChosen}
            aria-current={state.pathname === to ? 'page' : undefined}
          >
            <Glyph {...drawn} />
            <span>{label}</span>
          </PageLink>
        </li>
      ))}
      <li>
        <SignOutButton className={className}>
          <IconLogout {...drawn} />
          <span>Se déconnecter</span>
        </SignOutButton>
      </li>
    </>
  )
}

function outsideLinksOf({ cityApp, cityWebsiteUrl, supportEmail, supportPhone }: ShellState): OutsideLink[] {
  const elsewhere = { icon: IconExternalLink, newTab: true } as const
  return [
    ...(cityApp ? [{ ...elsewhere, href: cityApp.link, label: 'L’application de ma ville', logo: cityApp.logo }] : []),
    ...(cityWebsiteUrl ? [{ ...elsewhere, href: cityWebsiteUrl, label: 'Le site de ma ville' }] : []),
    ...(supportEmail ? [{ href: `mailto:${supportEmail}`, label: 'Besoin d’aide\u00a0?', icon: IconLifebuoy }] : []),
    ...(supportPhone ? [{ href: phoneHref(supportPhone), label: supportPhone, icon: IconPhone }] : []),
  ]
}

/** « Se déconnecter », which asks first while something is not sent: it would be erased. */
function SignOutButton({ className, children }: { className?: string | undefined; children: ReactNode }) {
  const [isAsked, setAsked] = useState(false)
  const waiting = useQueued().length
  return (
    <>
      <button type="button" className={className} onClick={() => (waiting > 0 ? setAsked(true) : signOut())}>
        {children}
      </button>
      {/* Rendered closed from the start, so that its code is loaded before the network can be lost. */}
      <ConfirmDialog
        opened={isAsked}
        danger
        title={'Se déconnecter\u00a0?'}
        confirmLabel="Se déconnecter"
        cancelLabel="Rester connecté"
        onConfirm={signOut}
        onClose={() => setAsked(false)}
      >
        <p>{unsentText(waiting)}</p>
      </ConfirmDialog>
    </>
  )
}

function unsentText(count: number): string {
  return count === 1
    ? '1 message n’est pas encore parti. Se déconnecter l’efface.'
    : `${count} messages ne sont pas encore partis. Se déconnecter les efface.`
}
