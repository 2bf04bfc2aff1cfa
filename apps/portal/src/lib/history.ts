import type { InstantKind } from '@parvis/domain/instants/kind'
import { createEvents } from './create-store.ts'
import type { pages, registrationPaths } from './routes.ts'
import { browserStorage } from './storage.ts'

export type Path = (typeof pages)[number][0] | (typeof registrationPaths)[number] | '/' | '/login' | '/rejoindre'

/** What one page tells the next without writing it in the address. */
type HistoryState = {
  /** The registration found a business that the person already owns. */
  alreadyOwner?: true
  /** The session ended by itself: the page to come back to once signed in, and whose it was. */
  sessionEnded?: { page: string; companyId?: string }
  /** The kind of the instant just saved: the tab to show. */
  instantKind?: InstantKind
  /** The broadcast that a closure just saved has written. */
  broadcastText?: string
}

export type PageAddress = {
  to: Path | '.'
  params?: Readonly<Record<string, string>>
  /** `true`: that of the present address. */
  search?: Readonly<Record<string, string | number>> | true
  hash?: string
}
export type Destination = (PageAddress | { href: string }) & { state?: HistoryState; replace?: boolean }

/** An entry of the browser's history; `index` tells how far apart two are. */
export type Entry = { pathname: string; search: string; hash: string; state: HistoryState; index: number }
export type Arrival = Entry & { how: 'push' | 'replace' | 'pop' }

const arrivals = createEvents<Arrival>()
export const onArrival = arrivals.on
/** Somebody is about to follow a link to this path: its files may come. */
export const intents = createEvents<string>()

let current: Entry | undefined
/** A step of the browser's history that only undoes another. */
let isUndoing = false

/** The entry shown, or being loaded. */
export const here = (): Entry => {
  current ??= read(0)
  return current
}

export function startHistory(): Arrival {
  history.scrollRestoration = 'manual'
  addEventListener('popstate', () => void followBrowser())
  addEventListener('pagehide', keepScroll)
  return { ...here(), how: 'pop' }
}

/** The present page again, its guards first. */
export const revisit = (): void => arrivals.emit({ ...here(), how: 'replace' })

export function pageHref(target: PageAddress | { href: string }): string {
  if ('href' in target) return target.href
  const { to, params = {}, search = {}, hash } = target
  const named = (_: string, name: string) => encodeURIComponent(params[name] ?? '')
  const path = to === '.' ? window.location.pathname : to.replace(/\$(\w+)/g, named)
  const query = search === true ? window.location.search : writeQuery(search)
  return `${path}${query}${hash ? `#${hash}` : ''}`
}

/** `@` stays readable. */
function writeQuery(search: Readonly<Record<string, string | number>>): string {
  const query = new URLSearchParams(search as Record<string, string>).toString().replaceAll('%40', '@')
  return query && `?${query}`
}

/** Goes to another page, once nothing that was typed there would be lost, or at once with `ignoreBlocker`. */
export async function navigate(target: Destination & { ignoreBlocker?: boolean }): Promise<void> {
  if (!target.ignoreBlocker && blockers.size > 0 && !(await mayLeave())) return
  const href = pageHref(target)
  keepScroll()
  const { index, pathname, search, hash } = here()
  const isReplaced = target.replace || (!target.state && href === pathname + search + hash)
  const entry = { ...target.state, index: isReplaced ? index : index + 1 }
  if (isReplaced) history.replaceState(entry, '', href)
  else history.pushState(entry, '', href)
  arrive(isReplaced ? 'replace' : 'push')
}

/** Whether to leave, asked of whoever has something unsaved. */
export type MayLeave = () => boolean | Promise<boolean>
export const blockers = new Set<MayLeave>()

async function mayLeave(): Promise<boolean> {
  for (const ask of blockers) if (!(await ask())) return false
  return true
}

/** The back and forward buttons: the address has already changed, and changes back where the person stays. */
async function followBrowser(): Promise<void> {
  if (isUndoing) {
    isUndoing = false
    return
  }
  keepScroll()
  const steps = read(here().index + 1).index - here().index
  if (blockers.size > 0 && steps !== 0 && !(await mayLeave())) {
    isUndoing = true
    return history.go(-steps)
  }
  arrive('pop')
}

function arrive(how: Arrival['how']): void {
  current = read(here().index + 1)
  arrivals.emit({ ...current, how })
}

/** An entry without an index is one that the browser made, for a fragment of this page. */
function read(nextIndex: number): Entry {
  const state = (history.state ?? {}) as HistoryState & { index?: number }
  const index = state.index ?? nextIndex
  if (state.index === undefined) history.replaceState({ ...state, index }, '')
  const { pathname, search, hash } = window.location
  return { pathname, search, hash, state, index }
}

const scrollKey = 'scroll'
const readScrolls = () =>
  JSON.parse(browserStorage('sessionStorage')?.getItem(scrollKey) ?? '{}') as Record<string, number>

/** Kept in the tab, since a reloaded page shows the same entries. */
function keepScroll(): void {
  browserStorage('sessionStorage')?.setItem(
    scrollKey,
    JSON.stringify({ ...readScrolls(), [here().index]: Math.round(window.scrollY) }),
  )
}

/** Once a page is drawn: where it was left, at the fragment, or at its top. */
export function placeScroll({ how, hash, index }: Arrival): void {
  const target = how !== 'pop' && hash ? document.getElementById(hash.slice(1)) : null
  if (target) target.scrollIntoView()
  else window.scrollTo(0, how === 'pop' ? (readScrolls()[index] ?? 0) : 0)
}
