import type { Config } from '../../config.ts'
import { toDate } from '../../db/clock.ts'
import { townOfCode, townOfSlug } from '../towns/index.ts'
import { businessPath, canonicalOf, instantPath, residentHome } from './addresses.ts'
import { listBusinesses, listLivelyTowns } from './businesses.queries.ts'
import { listTimesOfCompanies } from './instants.queries.ts'
import { caching, type SiteAnswer } from './page-answer.ts'
import { xml } from './read-feeds.ts'
import { type Read, type Reading, townTags } from './reading.ts'
import { gatherInstants } from './show-instants.ts'
import { notFound } from './show-message.ts'

const mostAddresses = 50_000

export function readRobots({ residentUrl = '' }: Config): SiteAnswer {
  const hidden = ['/v1', '/mes-', '/reglages', '/transfert', '/signalement', '/q/', '/hors-ligne']
  const body = [
    'User-agent: *',
    ...hidden.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${residentUrl}/sitemap.xml`,
    '',
  ].join('\n')
  return { status: 200, type: 'text/plain; charset=utf-8', body, cache: caching.map }
}

/** The index of the towns that live, or the pages of one (W-086): only businesses whose identity is verified. */
export async function readSitemap({ deps: { db, config }, now, address }: Reading): Promise<Read> {
  const [first, file] = address.words
  const home = residentHome(config)
  if (first === 'sitemap.xml') {
    const towns = await listLivelyTowns(db, { least: 1, most: mostAddresses })
    const locations = towns.flatMap((town) => townOfCode(town) ?? []).map(({ slug }) => `${home}/sitemaps/${slug}.xml`)
    return answer(
      `<sitemapindex xmlns="${schema}">${locations.map((loc) => `<sitemap><loc>${xml(loc)}</loc></sitemap>`).join('')}</sitemapindex>`,
      [],
    )
  }
  const town = townOfSlug(file?.replace(/\.xml$/, '') ?? '')
  if (!town) return notFound()
  const businesses = (await listBusinesses(db, town.code)).filter(({ isVerified }) => isVerified)
  const times = await listTimesOfCompanies(
    db,
    businesses.map(({ id }) => id),
    toDate(now.subtract({ hours: 720 })),
  )
  const pages = ['', '/annuaire', '/agenda', '/services'].map((end) => ({
    loc: `${home}/${town.slug}${end}`,
    at: undefined,
  }))
  const own = businesses.map((one) => ({ loc: canonicalOf(config, one), at: one.updatedAt }))
  const instants = (await gatherInstants(db, times, now)).flatMap((instant) => {
    const business = businesses.find(({ id }) => id === instant.companyId)
    if (!business) return []
    const end = instantPath(business, instant).slice(businessPath(business).length)
    return [{ loc: canonicalOf(config, business, end), at: instant.modifiedAt }]
  })
  const listed = businesses.length > 0 ? [...pages, ...own, ...instants] : []
  const urls = listed
    .slice(0, mostAddresses)
    .map(({ loc, at }) => `<url><loc>${xml(loc)}</loc>${at ? `<lastmod>${at.toISOString()}</lastmod>` : ''}</url>`)
  return answer(`<urlset xmlns="${schema}">${urls.join('')}</urlset>`, townTags(town))
}

const schema = 'http://www.sitemaps.org/schemas/sitemap/0.9'

const answer = (body: string, tags: string[]): SiteAnswer => ({
  status: 200,
  type: 'application/xml; charset=utf-8',
  body: `<?xml version="1.0" encoding="UTF-8"?>${body}`,
  cache: caching.map,
  tags,
})
