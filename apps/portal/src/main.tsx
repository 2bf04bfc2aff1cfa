import './ui/theme/tokens.css'
import './ui/theme/base.css'
import './ui/theme/utilities.css'
import './ui/theme/signed-out-fonts.css'
import './ui/theme/trusted-types.ts'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { createPortalRouter, type PortalRouter } from './app/router.tsx'
import { endStart } from './lib/first-call.ts'
import { readStored } from './lib/storage.ts'

/** Milliseconds of splash screen: after that the page shows a loader or an error instead of the mark alone. */
const splashTimeout = 1_500

const place = document.getElementById('root')
// No top-level await: page chunks import this module and would deadlock.
if (place) void start(place)

/**
 * Waits until the first page can be drawn at once, under the mark of index.html. Each step runs in a task of its own: a single
 * long task would block input (TBT).
 */
async function start(root: HTMLElement): Promise<void> {
  await nextTask()
  const router = createPortalRouter()
  await nextTask()
  if (readStored('token')) loadPageFiles(router)
  await nextTask()
  const loaded = router.load().finally(endStart)
  await Promise.race([loaded, new Promise((resolve) => setTimeout(resolve, splashTimeout))])
  draw(root, router)
}

function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => resolve()
    port2.postMessage(null)
  })
}

/** Preloads the chunks of the page while its guards call the server. A failure here shows again in the router. */
function loadPageFiles(router: PortalRouter): void {
  // Nearly every page chunk imports Temporal: without this preload its polyfill would load one round trip later (vite.config.ts).
  if (!('Temporal' in globalThis)) void import('temporal-polyfill').catch(() => undefined)
  const [routes] = router.getMatchedRoutes(router.latestLocation.pathname)
  for (const route of routes) void router.loadRouteChunk(route)
}

/** Renders as a transition: React yields every five milliseconds, so that input is handled meanwhile. */
function draw(root: HTMLElement, router: PortalRouter): void {
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <App router={router} />
      </StrictMode>,
    ),
  )
}
