import { act, home, isKnown, say } from './call.ts'
import { source, startFollow } from './follow.ts'
import { startForms } from './forms.ts'
import { keepPush } from './push.ts'

/** Scripts add, never hold (RES-07): each part looks for its place on the page and leaves the rest alone. */
void startFollow()
startForms()
showStates()
countView()
startShare()
sayWhy()
claimInstalled()
if (document.querySelector('[data-private]')) void keepPush().catch(() => undefined)
if (navigator.onLine === false) showOffline()
addEventListener('offline', showOffline)

/** The app installed on an iPhone does not see Safari's cookies: at its first opening it claims what its address carries (W-067). */
function claimInstalled(): void {
  const code = new URLSearchParams(location.search).get('transfert')
  if (!code || location.pathname !== '/mes-abonnements' || isKnown()) return
  void act('POST', '/transfers/claim', { code }).then(({ status }) => {
    if (status === 200) location.replace('/mes-abonnements')
  })
}

/** The sentence that holds now among those that the engine wrote: no rule is here (W-032). */
function showStates(): void {
  const late = Date.now()
  for (const line of document.querySelectorAll<HTMLElement>('[data-changes]')) {
    const changes = JSON.parse(line.dataset.changes ?? '[]') as { at: string; sentence: string; isOpen: boolean }[]
    const now = changes.filter(({ at }) => Date.parse(at) <= late).at(-1)
    if (!now) continue
    line.textContent = now.sentence
    line.className = `state ${now.isOpen ? 'open' : 'closed'}`
  }
  setTimeout(showStates, 60_000 - (Date.now() % 60_000))
}

/** A view counts once the page is seen, so that cached pages count and robots mostly do not (W-112). */
function countView(): void {
  const page = document.querySelector<HTMLElement>('[data-view]')
  if (!page) return
  const { company, instant, view } = page.dataset
  const send = (act: string) =>
    navigator.sendBeacon(
      `${home}/v1/site/counts`,
      new Blob(
        [
          new URLSearchParams({
            companyId: company ?? '',
            ...(instant && { instantId: instant }),
            act,
            source: sourceOfVisit(),
          }).toString(),
        ],
        { type: 'application/x-www-form-urlencoded' },
      ),
    )
  const seen = () => {
    if (document.visibilityState !== 'visible') return
    document.removeEventListener('visibilitychange', seen)
    send(view ?? 'view')
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

/** The system's sheet where there is one, else the address is copied (W-040). */
function startShare(): void {
  const line = document.querySelector<HTMLElement>('[data-share]')
  const url = line?.dataset.share
  if (!line || !url) return
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'second'
  button.textContent = 'Partager'
  button.onclick = () => {
    if (navigator.share)
      void navigator
        .share({ title: line.dataset.title ?? document.title, url: `${url}#de=partage` })
        .catch(() => undefined)
    else void navigator.clipboard.writeText(url).then(() => say('Lien copié'))
  }
  line.replaceChildren(button)
}

/** Every notification says why it came and how to stop it (W-095). */
function sayWhy(): void {
  const line = document.querySelector<HTMLElement>('[data-why]')
  if (!line || source !== 'notification') return
  line.hidden = false
  setTimeout(() => {
    line.hidden = true
  }, 20_000)
}

function showOffline(): void {
  if (document.querySelector('.banner')) return
  const banner = document.createElement('p')
  banner.className = 'banner'
  banner.setAttribute('role', 'status')
  banner.textContent = `Hors connexion, vu le ${new Date(document.lastModified).toLocaleString('fr-FR', { dateStyle: 'long', timeStyle: 'short' })}`
  document.body.prepend(banner)
}
