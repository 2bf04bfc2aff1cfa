import { actKindNames, actKinds } from '@parvis/domain/acts/act'
import { instantCategoryOf } from '@parvis/domain/instants/kind'
import { isBusinessType } from '@parvis/domain/kernel/business-type'
import { limitsOf } from '@parvis/domain/subscription/plans'
import { readNow } from '../../../db/clock.ts'
import type { Dependencies } from '../../../dependencies.ts'
import type { Site } from '../../../http/site-hosts.ts'
import type { KnownDomain } from '../../domains/index.ts'
import { premiumUrl } from '../../towns/index.ts'
import { businessUrl, canonicalOf, ownUrl, type SiteBase } from '../addresses.ts'
import { findBusiness, findSubdomain, type SiteBusiness } from '../businesses.queries.ts'
import { readOwnSitemap, readRobots } from '../feeds/read-sitemap.ts'
import { absentBusiness, readBusiness, readInstantPage } from '../pages/read-business.ts'
import { businessFeeds, residentPages } from '../pages/read-page.ts'
import type { PageRead, Reading } from '../pages/reading.ts'
import { gone, notFound } from '../pages/show-message.ts'
import { caching, redirect } from './page-answer.ts'
import { keysOfPages, type PageRow, type PlainAddress, pageAt, withQuery } from './plain-address.ts'

/** A premium site: the business at `/`, its instants and feeds under it, nothing else. */
export async function readPremium(
  deps: Dependencies,
  base: SiteBase,
  subdomain: string,
  address: PlainAddress,
): Promise<PageRead> {
  const found = await findSubdomain(deps.db, subdomain)
  const business = found && (await findBusiness(deps.db, found.id))
  if (!business) return found ? await absentBusiness(deps.db, found.id) : notFound()
  // Without the query, which is not part of the cache key.
  const elsewhere = leadAway(deps, business, { isFormer: found.isFormer, path: `/${address.words.join('/')}` })
  if (elsewhere) return { ...elsewhere, tags: [`company:${business.id}`] }
  return await readOwn({ deps, base, now: await readNow(deps.db), address }, business)
}

type Found = KnownDomain & { host: string; address: PlainAddress }

/**
 * Where a foreign Host that is known here leads instead of a page: the twin to the name as it was typed, an ended domain
 * to the premium address, never for good; of an erased business, nowhere. Undefined: the page is under this name.
 */
export async function leadFromDomain(
  deps: Dependencies,
  { kind, row, host, address }: Found,
): Promise<PageRead | undefined> {
  if (kind === 'erased' || !row.companyId) return gone()
  if (kind === 'owned') {
    if (host === row.canonical) return undefined
    return redirect(301, `${ownUrl(deps.config, { ownDomain: row.canonical })}${pathOf(address)}`, caching.renamed)
  }
  const business = await findBusiness(deps.db, row.companyId)
  if (business) return redirect(302, elsewhereOf(deps, business, pathOf(address)), caching.never)
  return await absentBusiness(deps.db, row.companyId)
}

export async function readOwnDomain(deps: Dependencies, base: SiteBase, { row, address }: Found): Promise<PageRead> {
  const business = await findBusiness(deps.db, row.companyId ?? '')
  if (!business) return await absentBusiness(deps.db, row.companyId ?? '')
  const now = await readNow(deps.db)
  return await readOwn({ deps, base, now, address }, { ...business, ownDomain: row.canonical })
}

/** The requested path, with its leading slash; feeds subscribed under this name stay reachable. */
const pathOf = ({ words, query }: PlainAddress): string => withQuery(`/${words.join('/')}`, query)

function elsewhereOf({ config }: Dependencies, business: SiteBusiness, path: string): string {
  const premium = premiumUrl(config, business)
  return premium ? `${premium}${path}` : underFiche(config, business, path)
}

/** Every word of a premium site is one of the page under the town; `/` is the page itself. */
const underFiche = (config: Dependencies['config'], business: SiteBusiness, path: string): string =>
  `${businessUrl(config, business)}${path.replace(/^\/(?=\?|$)/, '')}`

/** To the business's page while its plan gives no subdomain, to its own domain where it has one; from a former one to the new one. */
function leadAway(
  { config }: Dependencies,
  business: SiteBusiness,
  { isFormer, path }: { isFormer: boolean; path: string },
) {
  const { hasSubdomain } = limitsOf(business.type, business.purchased)
  const premium = hasSubdomain ? premiumUrl(config, business) : undefined
  if (!premium) return redirect(302, underFiche(config, business, path), caching.never)
  const own = ownUrl(config, business)
  if (own) return redirect(302, `${own}${path}`, caching.never)
  return isFormer ? redirect(301, `${premium}${path}`, caching.renamed) : undefined
}

/** Every page of a host of its own: the business has its page at `/`. */
const ownPages: readonly PageRow<(reading: Reading, business: SiteBusiness) => Promise<PageRead>>[] = [
  [/^$/, 'business', readBusiness],
  [/^agenda\.ics$/, 'calendar', businessFeeds['agenda.ics']],
  [/^flux\.xml$/, 'news', businessFeeds['flux.xml']],
  [
    /^robots\.txt$/,
    'instant',
    async ({ deps: { config } }, business) => readRobots(config, canonicalOf(config, business, '/sitemap.xml')),
  ],
  [/^sitemap\.xml$/, 'instant', readOwnSitemap],
  [/^/, 'instant', readOwnInstant],
]

async function readOwn(reading: Reading, business: SiteBusiness): Promise<PageRead> {
  const [, , read] = pageAt(ownPages, reading.address.words)
  return await read(reading, business)
}

async function readOwnInstant(reading: Reading, business: SiteBusiness): Promise<PageRead> {
  const [, id] = /^[^/]*-(\d{1,15})$/.exec(reading.address.words.join('/')) ?? []
  if (!id) return notFound(undefined, business)
  return await readInstantPage(reading, { id: Number(id), end: '' }, business)
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
  const pages = site.kind === 'premium' || site.kind === 'foreign' ? ownPages : residentPages
  for (const name of keysOfPages[pageAt(pages, words)[1]]) {
    const value = query.get(name) ?? ''
    const plain = meant[name]?.(value) ?? value
    if (plain) read.set(name, plain)
  }
  const host = site.kind === 'premium' ? site.subdomain : site.kind === 'foreign' ? site.host : ''
  return { words, query: read, key: withQuery(`${site.kind}:${host} /${words.join('/')}`, read) }
}
