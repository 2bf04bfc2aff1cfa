/** The worker of the residents' host: pushes, pages already seen, offline. */
type Waiting = { waitUntil(work: Promise<unknown>): void }
type PushData = { json(): unknown } | null
type Shown = { close(): void; data: unknown }
type Listened = {
  install: Waiting
  activate: Waiting
  fetch: Waiting & { request: Request; respondWith(answer: Promise<Response>): void }
  push: Waiting & { data: PushData }
  notificationclick: Waiting & { notification: Shown }
  pushsubscriptionchange: Waiting & {
    oldSubscription?: PushSubscription | null
    newSubscription?: PushSubscription | null
  }
  message: Waiting & { data: unknown }
}
type SeenWindow = { url: string; focus(): Promise<unknown> }
/** The worker's global scope: TypeScript's libraries for pages and for workers cannot be combined. */
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
const privatePages = 'parvis-own-1'
const files = 'parvis-files-1'
const pictures = 'parvis-pictures-1'
const kept = [pages, privatePages, files, pictures]
/** Replaced by the server with the address of the built script, so that each build is another worker (site-files.ts, W-083). */
const script = '/assets/site.js'
const maxPages = 40
const maxPictures = 60
const day = 86_400_000
const privatePath = /^\/(mes-|reglages|transfert)/

worker.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(files)
      .then((cache) => cache.addAll(['/hors-ligne', '/favicon.svg', '/icons/192.png', script]))
      .then(() => worker.skipWaiting()),
  )
})

worker.addEventListener('activate', (event) => {
  event.waitUntil(forgetFormer().then(() => worker.clients.claim()))
})

/** Caches of other names, and the scripts of former builds. */
async function forgetFormer(): Promise<void> {
  const names = await caches.keys()
  await Promise.all(names.filter((name) => !kept.includes(name)).map((name) => caches.delete(name)))
  const cache = await caches.open(files)
  for (const request of await cache.keys()) {
    const { pathname } = new URL(request.url)
    if (pathname.startsWith('/assets/site-') && pathname !== script) await cache.delete(request)
  }
}

worker.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== worker.location.origin) return
  if (/^\/v1\/(media|icons)\/[^/]+$/.test(url.pathname)) event.respondWith(cacheFirst(request, pictures))
  if (url.pathname.startsWith('/v1/')) return
  if (request.mode === 'navigate')
    event.respondWith(networkFirst(event, privatePath.test(url.pathname) ? privatePages : pages))
  else if (/^\/(assets|icons)\//.test(url.pathname)) event.respondWith(cacheFirst(request, files))
})

/**
 * The network; after three seconds, or without it, what was seen within a week. A page that was never seen is waited for, however
 * slow the network is: only when there is none the offline page stands for it.
 */
async function networkFirst(event: Listened['fetch'], name: string): Promise<Response> {
  const { request } = event
  const coming = fetch(request)
  // Opened now: what comes after « Tout effacer » goes to the cache that it deleted.
  const cache = caches.open(name)
  event.waitUntil(coming.then((answer) => keepPage(cache, request, answer.clone())).catch(() => undefined))
  const found = await (await cache).match(request, { ignoreSearch: true })
  const seen = found && ageOf(found) < 7 * day ? found : undefined
  const late = seen && new Promise<undefined>((resolve) => setTimeout(resolve, 3_000))
  const answer = await Promise.race([coming, late ?? coming]).catch(() => undefined)
  if (answer) return answer
  return seen ? await asSeen(seen) : ((await caches.match('/hors-ligne')) ?? Response.error())
}

async function keepPage(cache: Promise<Cache>, request: Request, answer: Response): Promise<void> {
  if (answer.ok && answer.type === 'basic' && !answer.redirected) await keep(await cache, request, answer, maxPages)
}

/** The newest stay, `max` of them. */
async function keep(cache: Cache, request: Request, answer: Response, max: number): Promise<void> {
  // Read whole first: a network that dies midway takes the former one from nobody.
  const whole = new Response(await answer.blob(), answer)
  await cache.delete(request)
  await cache.put(request, whole)
  const keys = await cache.keys()
  for (const key of keys.slice(0, Math.max(0, keys.length - max))) await cache.delete(key)
}

const ageOf = ({ headers }: Response): number => Date.now() - Date.parse(headers.get('date') ?? '')

/** The page says when it was seen: in `data-seen` of its body. */
async function asSeen(answer: Response): Promise<Response> {
  const { status, headers } = answer
  const html = await answer.text()
  return new Response(html.replace('<body', `<body data-seen="${headers.get('date')}"`), { status, headers })
}

async function cacheFirst(request: Request, name: string): Promise<Response> {
  const cache = await caches.open(name)
  const seen = await cache.match(request)
  if (seen && (name === files || ageOf(seen) < 30 * day)) return seen
  const answer = await fetch(request)
  if (answer.ok) await keep(cache, request, answer.clone(), name === files ? 1_000 : maxPictures)
  return answer
}

type Payload = {
  notification?: { title?: string; body?: string; navigate?: string; tag?: string; icon?: string; lang?: string }
}

/** Every push shows a notification, always: an iPhone drops a subscription after three silent ones. */
worker.addEventListener('push', (event) => {
  event.waitUntil(show(readPayload(event.data)))
})

function readPayload(data: PushData): NonNullable<Payload['notification']> {
  try {
    const { notification } = (data?.json() ?? {}) as Payload
    if (notification?.title) return notification
  } catch {
    // An unreadable payload still shows a notification.
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

/** Opens or focuses the address. */
worker.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const asked = String((event.notification.data as { navigate?: string } | null)?.navigate ?? '')
  event.waitUntil(open(ownAddress(asked)))
})

/** One that is not ours, or no address, is that of the list. `URL.canParse` is of iOS 17: pushes come from iOS 16.4 on. */
function ownAddress(asked: string): string {
  const { origin } = worker.location
  try {
    const url = new URL(asked, origin)
    if (url.origin === origin) return url.href
  } catch {
    // It cannot be read.
  }
  return `${origin}/mes-abonnements`
}

async function open(target: string): Promise<void> {
  const windows = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const there = windows.find(({ url }) => url.split('#')[0] === target.split('#')[0])
  if (there) await there.focus()
  else await worker.clients.openWindow(target)
}

/** The push service gave another address: the server learns it; the next private page would too. */
worker.addEventListener('pushsubscriptionchange', (event) => {
  event.waitUntil(renew(event.oldSubscription ?? undefined, event.newSubscription ?? undefined))
})

async function renew(former: PushSubscription | undefined, made: PushSubscription | undefined): Promise<void> {
  const subscription = made ?? (former && (await worker.registration.pushManager.subscribe(former.options)))
  if (!subscription) return
  await fetch('/v1/site/push', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ subscription: subscription.toJSON(), formerEndpoint: former?.endpoint }),
  })
}

/** « Tout effacer » empties what only its reader may see. */
worker.addEventListener('message', (event) => {
  if (event.data === 'forget') event.waitUntil(caches.delete(privatePages))
})

export {}
