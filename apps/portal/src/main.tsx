import './ui/theme/tokens.css'
import './ui/theme/base.css'
import './ui/theme/open-fonts.css'
import './ui/theme/trusted-types.ts'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { router } from './app/router.tsx'
import { endStart } from './lib/first-call.ts'
import { readStored } from './lib/storage.ts'

/** Milliseconds: after that the page shows what it has, a loader or an error, rather than the mark alone. */
const patience = 1_500

const place = document.getElementById('root')
if (place) {
  // The mark of index.html stays until the first page can be drawn at once. No top-level await: the pages' files import
  // from this one and would wait for each other.
  if (readStored('token')) loadPageFiles()
  const loaded = router.load().finally(endStart)
  void Promise.race([loaded, new Promise((resolve) => setTimeout(resolve, patience))]).then(() => draw(place))
}

/** The files of a signed-in page, while its guards ask the server who is there. What fails here is told by the router. */
function loadPageFiles(): void {
  // Wanted by the files of nearly every page, which would ask for it one round trip later (vite.config.ts).
  if (!('Temporal' in globalThis)) void import('temporal-polyfill').catch(() => undefined)
  const [routes] = router.getMatchedRoutes(router.latestLocation.pathname)
  for (const route of routes) void router.loadRouteChunk(route)
}

/** As a transition: drawn in slices of five milliseconds, between which a touch is heard, rather than in one long task. */
function draw(root: HTMLElement): void {
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <App />
      </StrictMode>,
    ),
  )
}
