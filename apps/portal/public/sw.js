/**
 * The worker of the portal (U-082): it shows a push, opens the page that it is about, and answers a navigation that fails
 * with one offline page. It keeps no other answer, so that a new version of the portal is seen at the next load.
 */
const cacheName = 'parvis-pro-1'
const offlineFiles = ['/hors-ligne.html', '/hors-ligne.css', '/hors-ligne.js']
const home = '/messages'

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(cacheName)
      // Past the browser's own cache: a worker that is installed keeps the files of its version.
      .then((cache) => cache.addAll(offlineFiles.map((path) => new Request(path, { cache: 'reload' }))))
      .then(() => self.skipWaiting()),
  )
})

self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name !== cacheName).map((name) => caches.delete(name))))
      // The page is asked for while the worker starts: it delays no visit.
      .then(() => self.registration.navigationPreload?.enable())
      .then(() => self.clients.claim()),
  )
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  if (request.mode === 'navigate') {
    if (!isForeign(pathname)) event.respondWith(fromNetwork(event))
  } else if (offlineFiles.includes(pathname)) event.respondWith(fetch(request).catch(() => keptFile(pathname)))
})

async function fromNetwork(event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request))
  } catch {
    return await keptFile(offlineFiles[0])
  }
}

const keptFile = async (path) => (await caches.match(path)) ?? Response.error()

/** Of this origin and not of the portal: the API's pages and those of development. */
const isForeign = (path) => /^\/(v1|dev)(\/|$)/.test(path)

/** Every push shows a notification: an iPhone drops a subscription after three silent ones. */
self.addEventListener('push', (event) => {
  const { title, body, tag, navigate, lang, topic } = readPush(event.data)
  event.waitUntil(
    self.registration.showNotification(title, {
      body,
      lang,
      tag,
      icon: '/icons/192.png',
      badge: '/icons/badge.png',
      // An order stays on the screen until somebody touches it.
      requireInteraction: topic === 'order',
      data: { navigate, topic },
    }),
  )
})

/** The shape of Declarative Web Push; what cannot be read is told all the same. */
function readPush(data) {
  try {
    const { notification, data: about } = data.json()
    const { title, body = '', tag = '', navigate = home, lang = 'fr' } = notification
    if (title) return { title, body, tag, navigate, lang, topic: about?.topic }
  } catch {
    // Told below.
  }
  return { title: 'Parvis Pro', body: 'Du nouveau sur Parvis Pro', tag: '', navigate: home, lang: 'fr' }
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openPage(ownAddress(event.notification.data?.navigate)))
})

/** An address that is not the portal's leads to its conversations instead. */
function ownAddress(asked) {
  const { origin } = self.location
  try {
    const url = new URL(asked ?? home, origin)
    if (url.origin === origin && !isForeign(url.pathname)) return url
  } catch {
    // No address: `URL.canParse` would say so, but is of iOS 17.
  }
  return new URL(home, origin)
}

/** An open portal is brought to the front and goes there by itself: what was being typed is asked about first. */
async function openPage(url) {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const open = windows.filter((one) => !isForeign(new URL(one.url).pathname))
  const shown = open.find(({ visibilityState }) => visibilityState === 'visible') ?? open[0]
  if (!shown) return await self.clients.openWindow(url.href)
  await shown.focus()
  shown.postMessage({ open: url.pathname + url.search + url.hash })
}
