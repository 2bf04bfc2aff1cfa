import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { beforeEach, expect, test } from 'vitest'

const file = (name: string) => readFileSync(new URL(`../../../public/${name}`, import.meta.url), 'utf8')
const origin = 'https://pro.exemple.fr'

type Listener = (event: object) => void
type Page = { url: string; visibilityState: string; posted: unknown[]; focused: number }

let listeners: Map<string, Listener>
let kept: Map<string, Response>
let dropped: string[]
let shown: { title: string; options: Record<string, unknown> }[]
let opened: string[]
let pages: Page[]
let network: (request: Request) => Promise<Response>

/** Runs the worker's file in a scope of ours, with what a browser would provide and nothing else. */
beforeEach(() => {
  listeners = new Map()
  ;[kept, dropped, shown, opened, pages] = [new Map(), [], [], [], []]
  network = async () => new Response('from the network')
  const pathOf = (request: string | Request) => (typeof request === 'string' ? request : new URL(request.url).pathname)
  const own = class extends Request {
    constructor(path: string, init?: RequestInit) {
      super(new URL(path, origin), init)
    }
  }
  const cache = {
    addAll: async (requests: Request[]) => {
      for (const request of requests) kept.set(pathOf(request), await network(request))
    },
  }
  const scope = {
    addEventListener: (name: string, listener: Listener) => listeners.set(name, listener),
    location: new URL('/sw.js', origin),
    skipWaiting: async () => undefined,
    registration: {
      navigationPreload: { enable: async () => undefined },
      showNotification: async (title: string, options: Record<string, unknown>) => {
        shown.push({ title, options })
      },
    },
    clients: {
      claim: async () => undefined,
      matchAll: async () =>
        pages.map((page) => ({
          ...page,
          focus: async () => {
            page.focused++
          },
          postMessage: (data: unknown) => page.posted.push(data),
        })),
      openWindow: async (url: string) => void opened.push(url),
    },
  }
  const caches = {
    open: async () => cache,
    keys: async () => ['parvis-old', 'parvis-pro-1'],
    delete: async (name: string) => dropped.push(name),
    match: async (path: string) => kept.get(path),
  }
  const fetch = (request: Request) => network(request)
  runInNewContext(file('sw.js'), { self: scope, caches, fetch, URL, Request: own, Response })
})

/** Resolves once what the worker asked to wait for is over. */
async function tell(name: string, event: object = {}): Promise<void> {
  const work: Promise<unknown>[] = []
  listeners.get(name)?.({ ...event, waitUntil: (one: Promise<unknown>) => work.push(one) })
  await Promise.all(work)
}

/** The worker's response to a fetch; undefined when it lets the browser fetch. */
async function ask(path: string, { mode = 'navigate', method = 'GET', from = origin } = {}) {
  let answer: Promise<Response> | undefined
  const request = { url: from + path, mode, method }
  const respondWith = (one: Promise<Response>) => {
    answer = one
  }
  listeners.get('fetch')?.({ request, respondWith })
  return await answer
}

const push = (payload: unknown) => tell('push', { data: { json: () => payload } })
const tap = (navigate: unknown) => tell('notificationclick', { notification: { close() {}, data: { navigate } } })

test('U-082 it keeps three files and answers a navigation that fails with the offline page, nothing else', async () => {
  await tell('install')
  await tell('activate')
  expect([...kept.keys()]).toEqual(['/hors-ligne.html', '/hors-ligne.css', '/hors-ligne.js'])
  expect(dropped).toEqual(['parvis-old'])
  expect(await (await ask('/messages'))?.text()).toBe('from the network')
  expect([await ask('/v1/health', { mode: 'cors' }), await ask('/assets/main.js', { mode: 'cors' })]).toEqual([
    undefined,
    undefined,
  ])
  expect(await ask('/messages', { method: 'POST' })).toBeUndefined()
  expect(await ask('/v1/docs')).toBeUndefined()
  network = async () => Promise.reject(new TypeError('no network'))
  expect(await ask('/messages?conversation=1')).toBe(kept.get('/hors-ligne.html'))
  expect(await ask('/hors-ligne.css', { mode: 'no-cors' })).toBe(kept.get('/hors-ligne.css'))
  expect(await ask('/assets/main.js', { mode: 'cors' })).toBeUndefined()
  expect(kept.size).toBe(3)
})

test('U-083 the offline page has its style and its script in files of this origin', () => {
  const page = file('hors-ligne.html')
  expect(page).toContain('Pas de connexion. Cette page reviendra dès que le réseau sera là.')
  expect(page).not.toMatch(/<style|\sstyle=|\son\w+=|<script>|https?:/)
})

test('U-082 U-097 every push shows one notification under its tag, even one that cannot be read', async () => {
  const notification = { title: 'Boulangerie', body: 'Nouvelle commande', tag: 'k1', navigate: `${origin}/messages` }
  await push({ web_push: 8030, notification, data: { topic: 'order' } })
  await tell('push', { data: null })
  await push({ notification: {} })
  expect(
    shown.map(({ title, options: { body, tag, requireInteraction } }) => [title, body, tag, requireInteraction]),
  ).toEqual([
    ['Boulangerie', 'Nouvelle commande', 'k1', true],
    ['Parvis Pro', 'Du nouveau sur Parvis Pro', '', false],
    ['Parvis Pro', 'Du nouveau sur Parvis Pro', '', false],
  ])
})

test('U-082 T16 a tap opens the page, or brings the open portal there; an address of others leads to the conversations', async () => {
  await tap(`${origin}/messages?conversation=a#de=notification`)
  for (const hostile of [
    'https://ailleurs.fr/messages',
    'javascript:alert(1)',
    `${origin}/v1/email/not-mine`,
    undefined,
  ])
    await tap(hostile)
  expect(opened).toEqual([`${origin}/messages?conversation=a#de=notification`, ...Array(4).fill(`${origin}/messages`)])
  const page = (url: string, visibilityState: string): Page => ({ url, visibilityState, posted: [], focused: 0 })
  pages = [
    page(`${origin}/v1/docs`, 'visible'),
    page(`${origin}/agenda`, 'hidden'),
    page(`${origin}/company`, 'visible'),
  ]
  await tap(`${origin}/messages?conversation=b`)
  expect(pages.map(({ posted, focused }) => [posted, focused])).toEqual([
    [[], 0],
    [[], 0],
    [[{ open: '/messages?conversation=b' }], 1],
  ])
  expect(opened).toHaveLength(5)
})

test('U-081 the manifest makes an application of its own, with masked icons of the size they say', () => {
  const manifest = JSON.parse(file('manifest.webmanifest'))
  expect(manifest).toMatchObject({
    name: 'Parvis Pro',
    display: 'standalone',
    start_url: '/messages?source=app',
    lang: 'fr',
  })
  const sizes = manifest.icons.map(({ src, sizes, purpose }: Record<string, string>) => {
    const bytes = readFileSync(new URL(`../../../public${src}`, import.meta.url))
    expect(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`, src).toBe(sizes)
    return `${purpose} ${sizes}`
  })
  expect(sizes).toEqual(['any 192x192', 'any 512x512', 'maskable 192x192', 'maskable 512x512'])
})
