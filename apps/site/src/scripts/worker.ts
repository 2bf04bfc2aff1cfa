/** The worker of the residents' host: pushes, pages already seen, offline (W-077, W-081, W-082). */
type Waiting = { waitUntil(work: Promise<unknown>): void }
type PushData = { json(): unknown } | null
type Shown = { close(): void; data: unknown }
type Listened = {
  install: Waiting
  activate: Waiting
  fetch: { request: Request; respondWith(answer: Promise<Response>): void }
  push: Waiting & { data: PushData }
  notificationclick: Waiting & { notification: Shown }
  message: Waiting & { data: unknown }
}
type SeenWindow = { url: string; focus(): Promise<unknown> }
/** What a worker sees of itself: the types of pages and of workers cannot be loaded together. */
type OwnScope = {
  addEventListener<K extends keyof Listened>(name: K, listener: (event: Listened[K]) => void): void
  skipWaiting(): Promise<void>
  location: Location
  registration: ServiceWorkerRegistration
  clients: {
    claim(): Promise<void>
    matchAll(options: object): Promise<readonly SeenWindow[]>
    openWindow(url: string): Promise<unknown>
  }
}

const worker = self as unknown as OwnScope

const pages = 'parvis-pages-1'
const own = 'parvis-own-1'
const files = 'parvis-files-1'
const kept = [pages, own, files]
const mostPages = 40
const privatePath = /^\/(mes-|reglages|transfert)/

worker.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(files)
      .then((cache) => cache.addAll(['/hors-ligne', '/favicon.svg', '/icons/192.png']))
      .then(() => worker.skipWaiting()),
  )
})

worker.addEventListener('activate', (event) => {
  const others = caches.keys().then((names) => names.filter((name) => !kept.includes(name)))
  event.waitUntil(
    others.then((names) => Promise.all(names.map((name) => caches.delete(name)))).then(() => worker.clients.claim()),
  )
})

worker.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== worker.location.origin || url.pathname.startsWith('/v1/')) return
  if (request.mode === 'navigate')
    event.respondWith(networkFirst(request, privatePath.test(url.pathname) ? own : pages))
  else if (/^\/(assets|icons)\//.test(url.pathname)) event.respondWith(cacheFirst(request))
})

/** The network for three seconds, else what was seen, else the offline page. */
async function networkFirst(request: Request, name: string): Promise<Response> {
  const cache = await caches.open(name)
  try {
    const answer = await Promise.race([
      fetch(request),
      new Promise<never>((_, fail) => setTimeout(() => fail(new Error('slow')), 3_000)),
    ])
    if (answer.ok && answer.type === 'basic' && !answer.redirected) {
      await cache.put(request, answer.clone())
      await trim(cache)
    }
    return answer
  } catch {
    const seen = await caches.match(request, { ignoreSearch: true })
    return seen ?? (await caches.match('/hors-ligne')) ?? (await fetch(request))
  }
}

async function trim(cache: Cache): Promise<void> {
  const keys = await cache.keys()
  for (const key of keys.slice(0, Math.max(0, keys.length - mostPages))) await cache.delete(key)
}

async function cacheFirst(request: Request): Promise<Response> {
  const seen = await caches.match(request)
  if (seen) return seen
  const answer = await fetch(request)
  if (answer.ok) await (await caches.open(files)).put(request, answer.clone())
  return answer
}

type Payload = {
  notification?: { title?: string; body?: string; navigate?: string; tag?: string; icon?: string; lang?: string }
}

/** Every push shows a notification, always: an iPhone drops a subscription after three silent ones (W-077). */
worker.addEventListener('push', (event) => {
  event.waitUntil(show(readPayload(event.data)))
})

function readPayload(data: PushData): NonNullable<Payload['notification']> {
  try {
    const { notification } = (data?.json() ?? {}) as Payload
    if (notification?.title) return notification
  } catch {
    // What cannot be read is told all the same.
  }
  return { title: 'Nouveautés sur Parvis', navigate: '/mes-abonnements' }
}

async function show({ title = '', body, navigate, tag, icon, lang = 'fr' }: NonNullable<Payload['notification']>) {
  await worker.registration.showNotification(title, {
    lang,
    icon: icon ?? '/icons/192.png',
    badge: '/icons/192.png',
    data: { navigate },
    ...(body !== undefined && { body }),
    ...(tag !== undefined && { tag }),
  })
}

/** Opens or focuses the address; one that is not ours opens the list instead (W-081). */
worker.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const asked = String((event.notification.data as { navigate?: string } | null)?.navigate ?? '')
  const url = URL.canParse(asked, worker.location.origin) ? new URL(asked, worker.location.origin) : undefined
  const target = url?.origin === worker.location.origin ? url.href : `${worker.location.origin}/mes-abonnements`
  event.waitUntil(open(target))
})

async function open(target: string): Promise<void> {
  const windows = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const there = windows.find(({ url }) => url.split('#')[0] === target.split('#')[0])
  if (there) await there.focus()
  else await worker.clients.openWindow(target)
}

/** « Tout effacer » empties what only its reader may see. */
worker.addEventListener('message', (event) => {
  if (event.data === 'forget') event.waitUntil(caches.delete(own))
})
