import { roleSentences } from '@parvis/domain/team/roles.fr'
import { IconCirclePlus, IconDots } from '@tabler/icons-react'
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { QueryProvider } from '../api/query-provider.tsx'
import { ProofDialog } from '../features/access/proof-dialog.tsx'
import { useWorker } from '../features/notices/this-device.ts'
import { afterFirstPaint, lazyPart } from '../lib/after-first-paint.ts'
import { useLiveEvents } from '../lib/live-events.ts'
import { PageLink } from '../lib/router.tsx'
import { lazyWindow } from '../ui/lazy-window.tsx'
import { PageLoader } from '../ui/page-loader.tsx'
import { useWholeFaces } from '../ui/theme/whole-faces.ts'
import { usePressedFocus } from '../ui/use-return-focus.ts'
import { isCurrent, mayOpen, type NavigationLink, publishPathOf } from './navigation.ts'
import { Count, Rail } from './rail.tsx'
import styles from './signed-in-layout.module.css'
import { type ShellState, useShellState } from './use-shell-state.ts'

const loadBanners = () => import('./banners.tsx')
const Banners = lazyPart(() => loadBanners().then((it) => it.Banners), afterFirstPaint)
const NotToldHere = lazyPart(() => loadBanners().then((it) => it.NotToldHere), afterFirstPaint)
const MoreDrawer = lazyWindow(() => import('./more-drawer.tsx').then((it) => it.MoreDrawer))

export function SignedInLayout({ children }: { children: ReactNode }) {
  useWholeFaces()
  return (
    <QueryProvider>
      <Shell>{children}</Shell>
      <ProofDialog />
    </QueryProvider>
  )
}

/** The frame of every signed-in page: a rail on the left, or a bar at the bottom of a phone. */
function Shell({ children }: { children: ReactNode }) {
  const state = useShellState()
  useLiveEvents()
  useWorker()
  usePageFocus(state.pathname)
  usePressedFocus()
  const isOpen = useOpened(state)
  return (
    <div className={styles.shell}>
      <a className={styles.skip} href="#content">
        Aller au contenu
      </a>
      <Rail state={state} />
      <main id="content" className={styles.content} tabIndex={-1}>
        <Suspense>
          <Banners state={state} />
        </Suspense>
        {isOpen ? (
          <Suspense fallback={<PageLoader />}>{children}</Suspense>
        ) : (
          <p className={styles.above}>{roleSentences.pageAbove}</p>
        )}
        <Suspense>{state.pathname === '/commandes' ? <NotToldHere /> : null}</Suspense>
      </main>
      <BottomBar state={state} />
    </div>
  )
}

/** Whether the role opens the page, or did when it was reached: of who was lowered since, it keeps what they typed. */
function useOpened({ isRemoved, role, pathname }: ShellState): boolean {
  const isOpen = isRemoved || mayOpen(role, pathname)
  const [reached, setReached] = useState({ pathname, isOpen })
  if (reached.pathname !== pathname) setReached({ pathname, isOpen })
  return isOpen || (reached.pathname === pathname && reached.isOpen)
}

/** What was pressed has gone with its page: the focus goes to the next one, where a screen reader goes on. */
function usePageFocus(pathname: string): void {
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    if (document.activeElement === document.body) document.getElementById('content')?.focus({ preventScroll: true })
  }, [pathname])
}

/** A phone's navigation: the four most used links around « Publier », and « Plus » for the others. */
function BottomBar({ state }: { state: ShellState }) {
  const [isOpen, setOpen] = useState(false)
  const { links, pathname, company, role } = state
  const rest = links.slice(4)
  return (
    <nav className={styles.bar} aria-label="Navigation">
      {links.slice(0, 2).map((link) => (
        <BarLink key={link.to} link={link} state={state} />
      ))}
      {mayOpen(role, publishPathOf(company.type)) ? (
        <PageLink to={publishPathOf(company.type)} className={`inline centre soft ${styles.link}`}>
          <IconCirclePlus size={24} stroke={1.8} aria-hidden="true" className="fir" />
          Publier
        </PageLink>
      ) : null}
      {links.slice(2, 4).map((link) => (
        <BarLink key={link.to} link={link} state={state} />
      ))}
      <button
        type="button"
        className={`inline centre soft ${styles.link}`}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(true)}
        data-current={rest.some((link) => isCurrent(link, pathname)) || undefined}
      >
        <IconDots size={24} stroke={1.8} aria-hidden="true" />
        Plus
      </button>
      <MoreDrawer state={state} rest={rest} opened={isOpen} onClose={() => setOpen(false)} />
    </nav>
  )
}

function BarLink({ link, state }: { link: NavigationLink; state: ShellState }) {
  const { pathname, countOf, company } = state
  // « Publier » is the marked link then.
  const isHere = isCurrent(link, pathname) && pathname !== publishPathOf(company.type)
  return (
    <PageLink to={link.to} className={`inline centre soft ${styles.link}`} aria-current={isHere ? 'page' : undefined}>
      <link.icon size={24} stroke={1.8} aria-hidden="true" />
      {link.short}
      <Count className={styles.count} to={link.to} value={countOf(link.to)} />
    </PageLink>
  )
}
