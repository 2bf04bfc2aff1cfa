import { type ReactNode, Suspense } from 'react'
import { useLiveEvents } from '../lib/live-events.ts'
import { PageLoader } from '../ui/page-loader.tsx'
import { BottomBar } from './bottom-bar.tsx'
import { Rail } from './rail.tsx'
import styles from './shell.module.css'
import { useShellState } from './use-shell-state.ts'

/** The frame of every signed-in page: a rail on the left, or a bar at the bottom of a phone. */
export function Shell({ children }: { children: ReactNode }) {
  const state = useShellState()
  useLiveEvents()
  return (
    <div className={styles.shell}>
      <a className={styles.skip} href="#content">
        Aller au contenu
      </a>
      <Rail state={state} />
      <main id="content" className={styles.content} tabIndex={-1}>
        <Suspense fallback={<PageLoader />}>{children}</Suspense>
      </main>
      <BottomBar state={state} />
    </div>
  )
}
