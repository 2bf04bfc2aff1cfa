import { startBooking, wordsOfMoment } from './booking.ts'
import { button, home, isKept, made, moment, say } from './call.ts'
import { sayWhy, source, startFollow } from './follow.ts'
import { startForms } from './forms.ts'
import { startLive } from './live.ts'
import { startNear } from './near.ts'
import { askPush, isIphone, keepPush } from './push.ts'

let nextLook: ReturnType<typeof setTimeout> | undefined

/** Progressive enhancement: each part looks for its element on the page and works alone. */
void startFollow().catch(unreached)
void startBooking().catch(unreached)
startForms()
startLive()
startNear()
showStates()
addEventListener('parvis-clock', showStates)
countView()
startShare()
sayWhy()
offerInstalled()
startInstall()
void listSeen()
if (document.querySelector('[data-private]')) void watchPush().catch(unreached)
if (navigator.onLine === false) showOffline()
else if (isKept()) showSeen('Connexion lente')
addEventListener('offline', showOffline)
addEventListener('online', () => document.querySelector('.banner[data-offline]')?.remove())

/**
 * The app installed on an iPhone does not see Safari's cookies: at its first opening it offers what its address carries. In a
 * browser that follows a link nothing is offered.
 */
function offerInstalled(): void {
  const isApp = matchMedia('(display-mode: standalone)').matches || Reflect.get(navigator, 'standalone') === true
  const form = document.querySelector<HTMLFormElement>('[data-installed]')
  if (form && isApp) form.hidden = false
}

/** Shows the sentence that holds now among those computed by the server: no rule of hours is here. */
function showStates(): void {
  clearTimeout(nextLook)
  const late = moment()
  for (const line of document.querySelectorAll<HTMLElement>('[data-changes]')) {
    line.dataset.drawn ??= JSON.stringify({
      at: '1970-01-01',
      sentence: line.textContent,
      isOpen: /open/.test(line.className),
    })
    const changes = JSON.parse(line.dataset.changes ?? '[]') as { at: string; sentence: string; isOpen: boolean }[]
    const now = changes.filter(({ at }) => Date.parse(at) <= late).at(-1) ?? JSON.parse(line.dataset.drawn)
    line.textContent = now.sentence
    line.className = `state ${now.isOpen ? 'open' : 'closed'}`
  }
  showDays(new Date(late).toLocaleDateString('sv', { timeZone: 'Europe/Paris' }))
  nextLook = setTimeout(showStates, 60_000 - (late % 60_000))
}

/** The days of an order whose page was left open over one midnight or more. */
function showDays(today: string): void {
  for (const { value, labels } of document.querySelectorAll<HTMLInputElement>('input[name=day]')) {
    const [label] = labels ?? []
    if (label && value === today) label.textContent = `${label.textContent}`.replace('Demain', 'Aujourd’hui')
    if (label && value < today) label.textContent = `${label.textContent}`.replace(/Aujourd’hui|Demain/, 'Passé')
  }
}

/** A view counts once the page is seen, so that cached pages count and robots mostly do not. */
function countView(): void {
  const page = document.querySelector<HTMLElement>('[data-view], [data-alert]')
  if (!page) return
  const { company, instant, view = 'view', of, alert } = page.dataset
  const subject = alert ? { alertId: alert } : of ? { town: of, page: view } : { companyId: company ?? '' }
  const send = (act: string) => {
    const counted = { ...subject, ...(instant && { instantId: instant }), act, source: sourceOfVisit() }
    const type = 'application/x-www-form-urlencoded'
    navigator.sendBeacon(`${home}/v1/site/counts`, new Blob([new URLSearchParams(counted).toString()], { type }))
  }
  const seen = () => {
    if (document.visibilityState !== 'visible') return
    document.removeEventListener('visibilitychange', seen)
    send(alert ? 'alert_view' : of ? 'view' : view)
    if (source === 'notification') send('notified_open')
  }
  document.addEventListener('visibilitychange', seen)
  seen()
  document.addEventListener('click', (event) => {
    const act = (event.target as Element).closest<HTMLElement>('[data-act]')?.dataset.act
    if (act) send(act)
  })
}

function sourceOfVisit(): string {
  if (source) return source
  if (document.body.dataset.host !== 'resident') return 'site'
  const from = document.referrer
  if (!from) return 'direct'
  const { host, pathname } = new URL(from)
  if (host !== location.host) return 'recherche'
  if (pathname.includes('/annuaire')) return 'annuaire'
  return pathname.includes('/agenda') ? 'agenda' : 'direct'
}

/** The system's sheet where there is one, else the address is copied. */
function startShare(): void {
  const line = document.querySelector<HTMLElement>('[data-share]')
  const url = line?.dataset.share
  if (!line || !url) return
  const share = () => {
    if (navigator.share)
      void navigator
        .share({ title: line.dataset.title ?? document.title, url: `${url}#de=partage` })
        .catch(() => undefined)
    else
      void navigator.clipboard.writeText(url).then(
        () => say('Lien copié'),
        () => say(`Copiez cette adresse\u00a0: ${url}`),
      )
  }
  line.replaceChildren(button('Partager', share))
}

/** Notifications were on for this person and are not on this device: said, with the way back. */
async function watchPush(): Promise<void> {
  const line = document.querySelector<HTMLElement>('[data-push-off]')
  if ((await keepPush()) !== 'lost' || !line) return
  line.hidden = false
  const button = line.querySelector('button')
  if (!button) return
  button.onclick = () =>
    void askPush().then((permission) => {
      line.hidden = permission === 'granted'
      if (permission === 'denied') say('Votre navigateur les bloque.')
    })
}

/** The steps of this very system; the browser's own button where it offers one. */
function startInstall(): void {
  const parts = document.querySelectorAll<HTMLDetailsElement>('[data-system]')
  if (parts.length === 0) return
  const inApp = /FBAN|FBAV|Instagram|Line\/|Twitter|Snapchat|TikTok|musical_ly/i.test(navigator.userAgent)
  const own = inApp ? 'other' : isIphone() ? 'iphone' : 'android'
  for (const part of parts) part.open = part.dataset.system === own
  const button = document.querySelector<HTMLButtonElement>('[data-install]')
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    if (!button) return
    button.hidden = false
    button.onclick = () => void (event as Event & { prompt: () => Promise<void> }).prompt()
  })
}

/** What was opened before, on the page without a connection. */
async function listSeen(): Promise<void> {
  const list = document.querySelector<HTMLElement>('[data-cached]')
  if (!list || !('caches' in window)) return
  for (const name of (await caches.keys()).filter((one) => /pages|own/.test(one))) {
    const cache = await caches.open(name)
    for (const request of await cache.keys()) {
      const title = /<title>([^<]*)/.exec((await (await cache.match(request))?.text()) ?? '')?.[1]
      const item = document.createElement('li')
      const textContent = title ? decode(title) : new URL(request.url).pathname
      item.append(made('a', { href: request.url, textContent }))
      list.append(item)
    }
  }
}

const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#x27;': "'" }
const decode = (text: string) => text.replace(/&(?:amp|lt|gt|quot|#x27);/g, (sign) => entities[sign] ?? sign)

/** Our server did not answer what this page asked: it was kept, and the browser may not know that it is offline. */
function unreached(error: unknown): void {
  if (error instanceof TypeError) showOffline()
}

function showOffline(): void {
  showSeen('Hors connexion')
}

/** That the page is not of now, and since when. */
function showSeen(why: string): void {
  const seen = wordsOfMoment(document.body.dataset.seen ?? performance.timeOrigin)
  const banner = document.querySelector<HTMLElement>('[data-offline]') ?? made('p', { className: 'banner' })
  banner.textContent = `${why}, vu le ${seen}`
  banner.dataset.offline = ''
  banner.setAttribute('role', 'status')
  document.body.prepend(banner)
}
