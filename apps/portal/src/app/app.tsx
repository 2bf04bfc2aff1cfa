import { useEffect } from 'react'
import { signInFor } from '../lib/establishment.ts'
import { browserHistory, navigate } from '../lib/history.ts'
import { followOtherTabs, forgetReads, onSessionEnd } from '../lib/session-end.ts'
import { ErrorBoundary } from '../ui/load-error.tsx'
import { OfflineStrip } from '../ui/offline-strip.tsx'
import { Toasts } from '../ui/toast.tsx'
import { Router } from './router.tsx'

export function App() {
  useEffect(followSession, [])
  return (
    <ErrorBoundary>
      <OfflineStrip />
      <Router />
      <Toasts />
    </ErrorBoundary>
  )
}

/** When the session ends, in any tab, this tab forgets what it read and shows the sign-in page. */
function followSession() {
  const stopFollowing = followOtherTabs()
  const stopListening = onSessionEnd((how) => {
    const page = browserHistory().location
    forgetReads.emit()
    const state = how === 'expired' ? { signInFor: signInFor(page.href, true) } : {}
    if (page.pathname.startsWith('/inscription') || page.pathname === '/login') return
    navigate({ to: '/login', replace: true, ignoreBlocker: true, state })
  })
  return () => {
    stopFollowing()
    stopListening()
  }
}
