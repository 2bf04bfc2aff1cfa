import type { InstantKind } from '@parvis/domain/instants/kind'
import { createBrowserHistory, type HistoryLocation, type HistoryState, type RouterHistory } from '@tanstack/history'
import { createEvents } from './create-store.ts'
import type { pages, registrationPaths } from './routes.ts'
import { browserStorage } from './storage.ts'

export type Path = (typeof pages)[number][0] | (typeof registrationPaths)[number] | '/' | '/login' | '/rejoindre'

/** What one page tells the next without writing it in the address. */
declare module '@tanstack/history' {
  interface HistoryState {
    /** The registration found a business that the person already owns. */
    alreadyOwner?: true
    /** The page to come back to once signed in, and whose it was; `hasEnded`: the session ended by itself. */
    signInFor?: { page: string; companyId?: string; hasEnded: boolean }
    /** The kind of the instant just saved: the tab to show. */
    instantKind?: InstantKind
    /** The broadcast that a closure just saved has written. */
    broadcastText?: string
  }
}

export type PageAddress = {
  to: Path | '.'
  params?: Readonly<Record<string, string>>
  /** `true`: that of the present address. */
  search?: Readonly<Record<string, string | number>> | true
  hash?: string
}
export type Destination = (PageAddress | { href: string }) & { state?: HistoryState; replace?: boolean }

/** Somebody is about to follow a link to this path: its files may come. */
export const intents = createEvents<string>()

let ofTab: RouterHistory | undefined
/** The entries of this tab, and who asks before one is left; it listens to the browser from its first use on. */
export const browserHistory = (): RouterHistory => {
  ofTab ??= createBrowserHistory()
  return ofTab
}

/** The present page again, its guards first. */
export const revisit = (): void => browserHistory().notify({ type: 'REPLACE' })

export function pageHref(target: PageAddress | { href: string }): string {
  if ('href' in target) return target.href
  const { to, params = {}, search = {}, hash } = target
  const named = (_: string, name: string) => encodeURIComponent(params[name] ?? '')
  const path = to === '.' ? browserHistory().location.pathname : to.replace(/\$(\w+)/g, named)
  const query = search === true ? browserHistory().location.search : writeQuery(search)
  return `${path}${query}${hash ? `#${hash}` : ''}`
}

/** `@` stays readable. */
function writeQuery(search: Readonly<Record<string, string | number>>): string {
  const query = new URLSearchParams(search as Record<string, string>).toString().replaceAll('%40', '@')
  return query && `?${query}`
}

/** Goes to another page, once nothing that was typed there would be lost, or at once with `ignoreBlocker`. */
export function navigate({ ignoreBlocker, ...target }: Destination & { ignoreBlocker?: boolean }): void {
  const history = browserHistory()
  const href = pageHref(target)
  const isReplaced = target.replace || (!target.state && href === history.location.href)
  history[isReplaced ? 'replace' : 'push'](href, target.state, { ignoreBlocker: ignoreBlocker ?? false })
}

const scrollKey = 'scroll'
const readScrolls = () =>
  JSON.parse(browserStorage('sessionStorage').getItem(scrollKey) ?? '{}') as Record<string, number>

/** Kept in the tab, since a reloaded page shows the same entries. */
export function keepScroll({ state }: HistoryLocation): void {
  const scrolls = { ...readScrolls(), [state.__TSR_index]: Math.round(window.scrollY) }
  browserStorage('sessionStorage').setItem(scrollKey, JSON.stringify(scrolls))
}

/** Once a page is drawn: where it was left when `isBack`, at its fragment, or at its top. */
export function placeScroll({ hash, state }: HistoryLocation, isBack: boolean): void {
  const target = !isBack && hash ? document.getElementById(hash.slice(1)) : null
  if (target) target.scrollIntoView()
  else window.scrollTo(0, isBack ? (readScrolls()[state.__TSR_index] ?? 0) : 0)
}
