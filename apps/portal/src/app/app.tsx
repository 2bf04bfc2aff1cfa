import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { useEffect } from 'react'
import { queryClient } from '../api/query-client.ts'
import { establishment } from '../lib/establishment.ts'
import { followOtherTabs, onSessionEnd } from '../lib/session-end.ts'
import { ErrorBoundary } from '../ui/load-error.tsx'
import { OfflineStrip } from '../ui/offline-strip.tsx'
import { Toasts } from '../ui/toast.tsx'
import type { PortalRouter } from './router.tsx'
import { nameTab } from './tab-title.ts'

export function App({ router }: { router: PortalRouter }) {
  useEffect(() => followSession(router), [router])
  useEffect(() => followTitle(router), [router])
  return (
    <ErrorBoundary>
      <QueryClientProvider client={queryClient}>
        <OfflineStrip />
        <RouterProvider router={router} />
      </QueryClientProvider>
      <Toasts />
    </ErrorBoundary>
  )
}

/** When the session ends, in any tab, this tab clears its caches and shows the sign-in page. */
function followSession(router: PortalRouter) {
  const stopFollowing = followOtherTabs()
  const stopListening = onSessionEnd((how) => {
    const page = router.state.location
    const state = how === 'expired' ? { sessionEnded: endedAt(page.href) } : {}
    queryClient.clear()
    if (page.pathname.startsWith('/inscription') || page.pathname === '/login') return
    void router.navigate({ to: '/login', replace: true, ignoreBlocker: true, state })
  })
  return () => {
    stopFollowing()
    stopListening()
  }
}

/** The address to return to after signing in, with its owner when known: another owner is sent elsewhere. */
function endedAt(page: string) {
  const companyId = establishment.current()
  return { page, ...(companyId && { companyId }) }
}

function followTitle(router: PortalRouter) {
  writeTitle(router)
  return router.subscribe('onResolved', () => writeTitle(router))
}

function writeTitle(router: PortalRouter) {
  const title = router.state.matches.findLast((match) => match.staticData.title)?.staticData.title
  if (title) nameTab(title)
}
