import { Drawer } from '@mantine/core'
import { IconDevices, IconDots, IconExternalLink, IconLogout } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import styles from './bottom-bar.module.css'
import { isCurrent } from './navigation.ts'
import { signOut } from './sign-out.ts'
import type { ShellState } from './use-shell-state.ts'

/** A phone's navigation: the four most used links, and « Plus » for the others. */
export function BottomBar({ state }: { state: ShellState }) {
  const [isOpen, setOpen] = useState(false)
  const { links, pathname, countOf } = state
  const close = () => setOpen(false)
  const rest = links.slice(4)
  return (
    <nav className={styles.bar} aria-label="Navigation">
      {links.slice(0, 4).map((link) => (
        <Link
          key={link.to}
          to={link.to}
          className={styles.link}
          aria-current={isCurrent(link, pathname) ? 'page' : undefined}
        >
          <link.icon size={24} stroke={1.8} aria-hidden="true" />
          {link.short}
          {countOf(link.to) > 0 ? (
            <span className={styles.count}>
              {countOf(link.to)}
              <span className="visually-hidden"> non lus</span>
            </span>
          ) : null}
        </Link>
      ))}
      <button
        type="button"
        className={styles.link}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(true)}
        data-current={rest.some((link) => isCurrent(link, pathname)) || undefined}
      >
        <IconDots size={24} stroke={1.8} aria-hidden="true" />
        Plus
      </button>
      <Drawer
        opened={isOpen}
        onClose={close}
        position="bottom"
        title={state.company.name}
        size="auto"
        closeButtonProps={{ 'aria-label': 'Fermer', size: 44 }}
        classNames={{ content: styles.drawer ?? '', title: styles.drawerTitle ?? '' }}
      >
        <MoreLinks state={state} rest={rest} onChosen={close} />
      </Drawer>
    </nav>
  )
}

type MoreLinksProps = { state: ShellState; rest: ShellState['links']; onChosen: () => void }

function MoreLinks({ state, rest, onChosen }: MoreLinksProps) {
  const { pathname, cityWebsiteUrl, cityApp } = state
  return (
    <ul className={styles.sheet}>
      {rest.map((link) => (
        <li key={link.to}>
          <Link to={link.to} onClick={onChosen} aria-current={isCurrent(link, pathname) ? 'page' : undefined}>
            <link.icon size={24} stroke={1.8} aria-hidden="true" />
            {link.label}
          </Link>
        </li>
      ))}
      {cityApp ? <OutsideLink href={cityApp.link} label="L’application de ma ville" /> : null}
      {cityWebsiteUrl ? <OutsideLink href={cityWebsiteUrl} label="Le site de ma ville" /> : null}
      <li>
        <Link to="/sessions" onClick={onChosen}>
          <IconDevices size={24} stroke={1.8} aria-hidden="true" />
          Mon compte
        </Link>
      </li>
      <li>
        <button type="button" onClick={signOut}>
          <IconLogout size={24} stroke={1.8} aria-hidden="true" />
          Se déconnecter
        </button>
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
