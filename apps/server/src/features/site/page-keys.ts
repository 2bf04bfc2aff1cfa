import { actKindNames, actKinds } from '@parvis/domain/acts/act'
import { instantCategoryOf } from '@parvis/domain/instants/kind'
import { isBusinessType } from '@parvis/domain/kernel/business-type'
import type { Site } from '../../http/site-hosts.ts'
import { keysOfPages, type PlainAddress, pageAt, withQuery } from './plain-address.ts'
import { residentPages } from './read-page.ts'
import { ownPages } from './read-premium.ts'

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
  const pages = site.kind === 'resident' ? residentPages : ownPages
  for (const name of keysOfPages[pageAt(pages, words)[1]]) {
    const value = query.get(name) ?? ''
    const kept = meant[name]?.(value) ?? value
    if (kept) read.set(name, kept)
  }
  const host = site.kind === 'premium' ? site.subdomain : site.kind === 'foreign' ? site.host : ''
  return { words, query: read, key: withQuery(`${site.kind}:${host} /${words.join('/')}`, read) }
}
