import { PageLink } from '../lib/router.tsx'
import { Modal } from '../ui/modal.tsx'
import { FootLinks } from './foot-links.tsx'
import styles from './more-drawer.module.css'
import { isCurrent } from './navigation.ts'
import { Switcher } from './switcher.tsx'
import type { ShellState } from './use-shell-state.ts'

type MoreDrawerProps = { state: ShellState; rest: ShellState['links']; opened: boolean; onClose: () => void }

/** What « Plus » opens on a phone: the links that found no place in the bar. */
export function MoreDrawer({ state, rest, opened, onClose }: MoreDrawerProps) {
  return (
    <Modal opened={opened} onClose={onClose} title={state.company.name} size="bottom">
      <ul className={`rows ${styles.sheet}`}>
        <li>
          <Switcher name={state.company.name} />
        </li>
        {rest.map((link) => (
          <li key={link.to}>
            <PageLink
              to={link.to}
              onClick={onClose}
              aria-current={isCurrent(link, state.pathname) ? 'page' : undefined}
            >
              <link.icon size={24} stroke={1.8} aria-hidden="true" />
              {link.label}
            </PageLink>
          </li>
        ))}
        <FootLinks state={state} iconSize={24} onChosen={onClose} />
      </ul>
    </Modal>
  )
}
