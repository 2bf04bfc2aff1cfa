import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect } from 'react'
import { queryClient } from '../api/query-client.ts'
import { establishment } from '../lib/establishment.ts'
import { browserHistory, navigate } from '../lib/history.ts'
import { followOtherTabs, onSessionEnd } from '../lib/session-end.ts'
import { ErrorBoundary } from '../ui/load-error.tsx'
import { OfflineStrip } from '../ui/offline-strip.tsx'
import { Toasts } from '../ui/toast.tsx'
import { Router } from './router.tsx'

export function App() {
  useEffect(followSession, [])
  return (
    <ErrorBoundary>
      <QueryClientProvider client={queryClient}>
        <OfflineStrip />
        <Router />
      </QueryClientProvider>
      <Toasts />
    </ErrorBoundary>
  )
}

/** When the session ends, in any tab, this tab clears its caches and shows the sign-in page. */
function followSession() {
  const stopFollowing = followOtherTabs()
  const stopListening = onSessionEnd((how) => {
    const page = browserHistory().location
    const state = how === 'expired' ? { sessionEnded: endedAt(page.href) } : {}
    queryClient.clear()
    if (page.pathname.startsWith('/inscription') || page.pathname === '/login') return
    navigate({ to: '/login', replace: true, ignoreBlocker: true, state })
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
