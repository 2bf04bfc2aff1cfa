/** Served as /sw.js when the worker must go (RESIDENT_WORKER=off, W-083): takes its caches and itself away. */
type Going = { waitUntil(work: Promise<unknown>): void }
type GoneScope = {
  addEventListener(name: 'install' | 'activate', listener: (event: Going) => void): void
  skipWaiting(): Promise<void>
  registration: ServiceWorkerRegistration
}

const gone = self as unknown as GoneScope

gone.addEventListener('install', (event) => event.waitUntil(gone.skipWaiting()))

gone.addEventListener('activate', (event) => {
  const emptied = caches.keys().then((names) => Promise.all(names.map((name) => caches.delete(name))))
  event.waitUntil(emptied.then(() => gone.registration.unregister()))
})
