import { actKindNames, actKinds } from '@parvis/domain/acts/act'
import { instantCategoryOf } from '@parvis/domain/instants/kind'
import { isBusinessType } from '@parvis/domain/kernel/business-type'
import type { Site } from '../../http/site-hosts.ts'
import { type PlainAddress, withQuery } from './plain-address.ts'

/**
 * The public pages by kind, each with the keys of the query that it reads: another key, or a value that it does not know, changes
 * nothing and is in no cache key. The test of costs has a row for each.
 * @internal
 */
export const keysOfPages = {
  home: ['q'],
  word: ['version'],
  sitemap: [],
  town: [],
  directory: ['q', 'ouvert', 'page', 'type'],
  agenda: ['page', 'categorie'],
  services: [],
  sheet: [],
  calendar: ['categorie'],
  news: [],
  business: [],
  instant: [],
  acts: ['q', 'nature', 'annee', 'page'],
  alerts: [],
  fragment: ['vue'],
} as const satisfies Record<string, readonly string[]>

export type PageKind = keyof typeof keysOfPages

/** The first that fits a path, without its first slash. */
const kindsOfResident: readonly [RegExp, PageKind][] = [
  [/^$/, 'home'],
  [/^(sitemaps\/.*|sitemap\.xml|robots\.txt)$/, 'sitemap'],
  [/^[^/]+-\d{5}$/, 'town'],
  [/^[^/]+$/, 'word'],
  [/^[^/]+\/[^/]+\/carte$/, 'fragment'],
  [/^[^/]+\/actes(\/|$)/, 'acts'],
  [/^[^/]+\/alertes(\/|$)/, 'alerts'],
  [/^[^/]+\/services(\/|$)/, 'services'],
  [/^[^/]+\/annuaire(\/|$)/, 'directory'],
  [/^[^/]+\/agenda(\/|$)/, 'agenda'],
  [/\/affiche$/, 'sheet'],
  [/\/agenda\.ics$/, 'calendar'],
  [/\/flux\.xml$/, 'news'],
  [/^[^/]+\/[^/]+$/, 'business'],
  [/^/, 'instant'],
]

/** On a host of its own a business has its page at `/`. */
const kindsOfOwn: readonly [RegExp, PageKind][] = [
  [/^$/, 'business'],
  [/^agenda\.ics$/, 'calendar'],
  [/^flux\.xml$/, 'news'],
  [/^/, 'instant'],
]

function kindOfPage(host: Site['kind'], words: readonly string[]): PageKind {
  const kinds = host === 'resident' ? kindsOfResident : kindsOfOwn
  return kinds.find(([path]) => path.test(words.join('/')))?.[1] ?? 'instant'
}

const maxTyped = 60

/** What a value means to the pages; empty: nothing. */
const meant: Record<string, (value: string) => string> = {
  q: (typed) => typed.trim().slice(0, maxTyped),
  ouvert: (value) => (value === '1' ? value : ''),
  type: (value) => (isBusinessType(value) ? value : ''),
  categorie: (slug) => (instantCategoryOf(slug) ? slug : ''),
  vue: (view) => (view === '' || view === 'horaires' || view === 'agenda' ? view : 'autre'),
  nature: (word) => (actKindNames.some((kind) => actKinds[kind].word === word) ? word : ''),
  annee: (year) => (/^\d{4}$/.test(year) ? year : ''),
}

/** The address as its public page reads it, with its key among all hosts: two hosts never share a page. */
export function keyedAddress(site: Site, { words, query }: PlainAddress): PlainAddress & { key: string } {
  const read = new Map<string, string>()
  for (const name of keysOfPages[kindOfPage(site.kind, words)]) {
    const value = query.get(name) ?? ''
    const kept = meant[name]?.(value) ?? value
    if (kept) read.set(name, kept)
  }
  const host = site.kind === 'premium' ? site.subdomain : site.kind === 'foreign' ? site.host : ''
  return { words, query: read, key: withQuery(`${site.kind}:${host} /${words.join('/')}`, read) }
}
