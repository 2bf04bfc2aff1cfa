import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { useEffect } from 'react'
import { queryClient } from '../lib/query-client.ts'
import { followOtherTabs, onSessionEnd } from '../lib/session-end.ts'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { Toasts } from '../ui/toast.tsx'
import { router } from './router.tsx'

export function App() {
  useEffect(followSession, [])
  useEffect(followTitle, [])
  return (
    <ErrorBoundary>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
      <Toasts />
    </ErrorBoundary>
  )
}

/** Whoever ends the session, this tab forgets what it knew and shows the sign-in page. */
function followSession() {
  const stopFollowing = followOtherTabs()
  const stopListening = onSessionEnd(() => {
    queryClient.clear()
    const { pathname } = router.state.location
    if (!pathname.startsWith('/inscription')) void router.navigate({ to: '/login', replace: true, ignoreBlocker: true })
  })
  return () => {
    stopFollowing()
    stopListening()
  }
}

function followTitle() {
  writeTitle()
  return router.subscribe('onResolved', writeTitle)
}

function writeTitle() {
  const title = router.state.matches.findLast((match) => match.staticData.title)?.staticData.title
  if (title) document.title = `${title} · Parvis Pro`
}
