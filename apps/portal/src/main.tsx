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

/** Milliseconds of splash screen: after that the page shows a loader or an error instead of the mark alone. */
const patience = 1_500

const place = document.getElementById('root')
if (place) {
  // Waits until the first page can be drawn at once, under the mark of index.html. No top-level await: page chunks import this
  // module and would deadlock.
  if (readStored('token')) loadPageFiles()
  const loaded = router.load().finally(endStart)
  void Promise.race([loaded, new Promise((resolve) => setTimeout(resolve, patience))]).then(() => draw(place))
}

/** Preloads the chunks of the page while its guards call the server. A failure here shows again in the router. */
function loadPageFiles(): void {
  // Nearly every page chunk imports Temporal: without this preload its polyfill would load one round trip later (vite.config.ts).
  if (!('Temporal' in globalThis)) void import('temporal-polyfill').catch(() => undefined)
  const [routes] = router.getMatchedRoutes(router.latestLocation.pathname)
  for (const route of routes) void router.loadRouteChunk(route)
}

/** Renders as a transition: React yields every five milliseconds, so that input is handled meanwhile. */
function draw(root: HTMLElement): void {
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <App />
      </StrictMode>,
    ),
  )
}
