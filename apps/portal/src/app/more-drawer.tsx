import { IconBell, IconDevices, IconExternalLink, IconLifebuoy, IconLogout, IconPhone } from '@tabler/icons-react'
import { phoneHref } from '../lib/help-contact.tsx'
import { PageLink } from '../lib/router.tsx'
import { Modal } from '../ui/modal.tsx'
import styles from './more-drawer.module.css'
import { isCurrent } from './navigation.ts'
import { SignOutButton } from './sign-out-button.tsx'
import { Switcher } from './switcher.tsx'
import type { ShellState } from './use-shell-state.ts'

type MoreLinksProps = { state: ShellState; rest: ShellState['links']; onChosen: () => void }
type MoreDrawerProps = { state: ShellState; rest: ShellState['links']; opened: boolean; onClose: () => void }

/** What « Plus » opens on a phone: the links that found no place in the bar. */
export function MoreDrawer({ state, rest, opened, onClose }: MoreDrawerProps) {
  return (
    <Modal opened={opened} onClose={onClose} title={state.company.name} size="bottom">
      <MoreLinks state={state} rest={rest} onChosen={onClose} />
    </Modal>
  )
}

function MoreLinks({ state, rest, onChosen }: MoreLinksProps) {
  const { pathname, cityWebsiteUrl, cityApp, supportEmail, supportPhone } = state
  return (
    <ul className={styles.sheet}>
      <li>
        <Switcher name={state.company.name} />
      </li>
      {rest.map((link) => (
        <li key={link.to}>
          <PageLink to={link.to} onClick={onChosen} aria-current={isCurrent(link, pathname) ? 'page' : undefined}>
            <link.icon size={24} stroke={1.8} aria-hidden="true" />
            {link.label}
          </PageLink>
        </li>
      ))}
      {cityApp ? <OutsideLink href={cityApp.link} label="L’application de ma ville" /> : null}
      {cityWebsiteUrl ? <OutsideLink href={cityWebsiteUrl} label="Le site de ma ville" /> : null}
      {supportEmail ? (
        <li>
          <a href={`mailto:${supportEmail}`}>
            <IconLifebuoy size={24} stroke={1.8} aria-hidden="true" />
            Besoin d’aide{'\u00a0'}? {supportEmail}
          </a>
        </li>
      ) : null}
      {supportPhone ? (
        <li>
          <a href={phoneHref(supportPhone)}>
            <IconPhone size={24} stroke={1.8} aria-hidden="true" />
            Nous appeler{'\u00a0'}: {supportPhone}
          </a>
        </li>
      ) : null}
      <li>
        <PageLink to="/notifications" onClick={onChosen}>
          <IconBell size={24} stroke={1.8} aria-hidden="true" />
          Notifications
        </PageLink>
      </li>
      <li>
        <PageLink to="/sessions" onClick={onChosen}>
          <IconDevices size={24} stroke={1.8} aria-hidden="true" />
          Mon compte
        </PageLink>
      </li>
      <li>
        <SignOutButton>
          <IconLogout size={24} stroke={1.8} aria-hidden="true" />
          Se déconnecter
        </SignOutButton>
      </li>
    </ul>
  )
}

function OutsideLink({ href, label }: { href: string; label: string }) {
  return (
    <li>
      <a href={href} target="_blank" rel="noopener noreferrer">
        <IconExternalLink size={24} stroke={1.8} aria-hidden="true" />
        {label}
      </a>
    </li>
  )
}
