import './ui/theme/tokens.css'
import './ui/theme/base.css'
import './ui/theme/utilities.css'
import './ui/theme/signed-out-fonts.css'
import './ui/theme/trusted-types.ts'
import './lib/browser-quirks.ts'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { startRouter } from './app/router.tsx'
import { dateOfStart, endStart } from './lib/first-call.ts'
import { setClockBy } from './lib/present.ts'
import { readStored } from './lib/storage.ts'

/** Milliseconds of splash screen: after that the page shows a loader or an error instead of the mark alone. */
const splashTimeout = 1_500

const root = document.getElementById('root')
// No top-level await: page chunks import this module and would deadlock.
if (root) void start(root)

/**
 * Waits until the first page can be drawn at once, under the mark of index.html. Each step runs in a task of its own: a single
 * long task would block input (TBT).
 */
async function start(root: HTMLElement): Promise<void> {
  await nextTask()
  // Nearly every page chunk imports Temporal: without this preload its polyfill would load one round trip later (native-temporal.ts).
  if (readStored('token') && !('Temporal' in globalThis))
    void import('temporal-polyfill/implementation').catch(() => undefined)
  void dateOfStart.then(setClockBy)
  const loaded = startRouter().finally(endStart)
  await Promise.race([loaded, new Promise((resolve) => setTimeout(resolve, splashTimeout))])
  draw(root)
}

function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => resolve()
    port2.postMessage(null)
  })
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
