import { IconCirclePlus, IconDots } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useWanted, whenOnline } from '../lib/after-first-paint.ts'
import styles from './bottom-bar.module.css'
import { isCurrent, type NavigationLink, publishPathOf } from './navigation.ts'
import type { ShellState } from './use-shell-state.ts'

const MoreDrawer = lazy(() => whenOnline(() => import('./more-drawer.tsx')).then((it) => ({ default: it.MoreDrawer })))

/** A phone's navigation: the four most used links around « Publier », and « Plus » for the others. */
export function BottomBar({ state }: { state: ShellState }) {
  const [isOpen, setOpen] = useState(false)
  const isWanted = useWanted(isOpen)
  const { links, pathname, company } = state
  const rest = links.slice(4)
  return (
    <nav className={styles.bar} aria-label="Navigation">
      {links.slice(0, 2).map((link) => (
        <BarLink key={link.to} link={link} state={state} />
      ))}
      <Link to={publishPathOf(company.type)} className={styles.link} activeProps={{}}>
        <IconCirclePlus size={24} stroke={1.8} aria-hidden="true" className={styles.publish} />
        Publier
      </Link>
      {links.slice(2, 4).map((link) => (
        <BarLink key={link.to} link={link} state={state} />
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
      {isWanted ? (
        <Suspense fallback={null}>
          <MoreDrawer state={state} rest={rest} opened={isOpen} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </nav>
  )
}

function BarLink({ link, state }: { link: NavigationLink; state: ShellState }) {
  const { pathname, countOf, company } = state
  const count = countOf(link.to)
  // « Publier » is marked then, and no other.
  const isHere = isCurrent(link, pathname) && pathname !== publishPathOf(company.type)
  return (
    <Link to={link.to} className={styles.link} aria-current={isHere ? 'page' : undefined}>
      <link.icon size={24} stroke={1.8} aria-hidden="true" />
      {link.short}
      {count > 0 ? (
        <span className={styles.count}>
          {count}
          <span className="visually-hidden"> {count > 1 ? 'non lus' : 'non lu'}</span>
        </span>
      ) : null}
    </Link>
  )
}
