import type { Temporal } from 'temporal-polyfill'
import type { Config } from '../../../config.ts'
import { toDate } from '../../../db/clock.ts'
import { actPath, listOpenActs } from '../../acts/index.ts'
import { townOfSlug } from '../../towns/index.ts'
import { businessPath, canonicalOf, instantPath, ownUrl, residentHome } from '../addresses.ts'
import { listBusinesses, type SiteBusiness } from '../businesses.queries.ts'
import { caching, type SiteAnswer } from '../hosts/page-answer.ts'
import { listInstantsOf } from '../instants.queries.ts'
import { type PageRead, type Reading, tagOf, townTags } from '../pages/reading.ts'
import { notFound } from '../pages/show-message.ts'
import { listLivelyTowns } from '../town-businesses.queries.ts'
import { xml } from './news-feed.ts'

const maxAddresses = 50_000
/** The newest of a town: a file is drawn within a turn of what everybody waits for. */
const maxInstants = 2_000

/** `map`: the sitemap of another host than the residents'. */
export function readRobots({ residentUrl = '' }: Config, map = `${residentUrl}/sitemap.xml`): SiteAnswer {
  const own = ['/mes-', '/reglages', '/transfert', '/installer', '/hors-ligne', '/*/ecrire', '/*/commander']
  const hidden = ['/v1', ...own, '/signalement', '/q/']
  const body = ['User-agent: *', ...hidden.map((path) => `Disallow: ${path}`), '', `Sitemap: ${map}`, ''].join('\n')
  return { status: 200, type: 'text/plain; charset=utf-8', body, cache: caching.map }
}

/** The index of the towns that live, or the pages of one: only businesses whose identity is verified. */
export async function readSitemap({ deps: { db, config }, now, address }: Reading): Promise<PageRead> {
  const [first, file] = address.words
  const home = residentHome(config)
  if (first === 'sitemap.xml') {
    const towns = await listLivelyTowns(db, { min: 1, max: maxAddresses })
    const locations = towns.map(({ slug }) => `${home}/sitemaps/${slug}.xml`)
    return answer(
      `<sitemapindex xmlns="${schema}">${locations.map((loc) => `<sitemap><loc>${xml(loc)}</loc></sitemap>`).join('')}</sitemapindex>`,
      { tags: [], at: toDate(now) },
    )
  }
  const town = townOfSlug(file?.replace(/\.xml$/, '') ?? '')
  if (!town) return notFound()
  const businesses = (await listBusinesses(db, town.code)).filter(({ isVerified }) => isVerified)
  // Under a domain of its own a business has a sitemap of its own.
  const pages = await pagesOf(
    { deps: { db, config }, now },
    businesses.filter((one) => !ownUrl(config, one)),
  )
  const at = latest([...pages.map((page) => page.at), ...businesses.map(({ updatedAt }) => updatedAt)], now)
  const ofTown = ['', '/annuaire', '/agenda', '/services', '/actes'].map((end) => ({
    loc: `${home}/${town.slug}${end}`,
    at,
  }))
  const acts = (await listOpenActs(db, town.code, { limit: maxAddresses }))
    .filter(({ withdrawnAt }) => !withdrawnAt)
    .map((act) => ({ loc: `${home}${actPath(act)}`, at: act.changedAt }))
  return urlSet(businesses.length > 0 ? [...ofTown, ...pages, ...acts] : acts, { tags: townTags(town), at })
}

/** The sitemap of a premium host, or of a domain of its own: the page of the business and its instants there. */
export async function readOwnSitemap(reading: Reading, business: SiteBusiness): Promise<SiteAnswer> {
  const pages = business.isVerified ? await pagesOf(reading, [business]) : []
  const at = latest([business.updatedAt, ...pages.map((page) => page.at)], reading.now)
  return urlSet(pages, { tags: [tagOf(business.id)], at })
}

type Page = { loc: string; at: Date }
type Around = { tags: string[]; at: Date }

/** The canonical addresses of businesses and of their instants, over for 30 days at most. */
async function pagesOf(
  { deps: { db, config }, now }: Pick<Reading, 'now'> & { deps: Pick<Reading['deps'], 'db' | 'config'> },
  businesses: readonly SiteBusiness[],
): Promise<Page[]> {
  const known = new Map(businesses.map((one) => [one.id, one]))
  const since = toDate(now.subtract({ hours: 720 }))
  const found = await listInstantsOf(db, { ids: [...known.keys()], since, limit: maxInstants })
  const instants = found.flatMap((instant) => {
    const business = known.get(instant.companyId)
    if (!business) return []
    const end = instantPath(business, instant).slice(businessPath(business).length)
    return [{ loc: canonicalOf(config, business, end), at: instant.modifiedAt }]
  })
  return [...businesses.map((one) => ({ loc: canonicalOf(config, one), at: one.updatedAt })), ...instants]
}

const latest = (dates: readonly Date[], now: Temporal.Instant): Date =>
  new Date(Math.max(0, ...dates.map((date) => date.getTime())) || now.epochMilliseconds)

const schema = 'http://www.sitemaps.org/schemas/sitemap/0.9'

function urlSet(pages: readonly Page[], around: Around): SiteAnswer {
  const urls = pages
    .slice(0, maxAddresses)
    .map(({ loc, at }) => `<url><loc>${xml(loc)}</loc><lastmod>${at.toISOString()}</lastmod></url>`)
  return answer(`<urlset xmlns="${schema}">${urls.join('')}</urlset>`, around)
}

const answer = (body: string, { tags, at }: Around): SiteAnswer => ({
  status: 200,
  type: 'application/xml; charset=utf-8',
  body: `<?xml version="1.0" encoding="UTF-8"?>${body}`,
  cache: caching.map,
  lastModified: at,
  tags,
})
