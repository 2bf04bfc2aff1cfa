import { limitsOf } from '@parvis/domain/subscription/plan-limits'
import { readNow } from '../../db/clock.ts'
import type { Dependencies } from '../../dependencies.ts'
import { knownDomains } from '../domains/index.ts'
import { premiumUrl } from '../towns/index.ts'
import { businessPath, ownUrl, type Place, residentHome } from './addresses.ts'
import { findBusiness, findSubdomain, isErased, type SiteBusiness } from './businesses.queries.ts'
import { caching, redirect } from './page-answer.ts'
import { type PlainAddress, withQuery } from './plain-address.ts'
import { calendarFeed, newsFeed } from './read-feeds.ts'
import { readBusiness, readInstantPage } from './read-page.ts'
import { readRobots } from './read-sitemap.ts'
import type { Read, Reading } from './reading.ts'
import { gone, misdirected, notFound } from './show-message.ts'

/** A premium site: the business at `/`, its instants and feeds under it, nothing else (W-012, W-014). */
export async function readPremium(
  deps: Dependencies,
  place: Place,
  subdomain: string,
  address: PlainAddress,
): Promise<Read> {
  const found = await findSubdomain(deps.db, subdomain)
  const business = found && (await findBusiness(deps.db, found.id))
  if (!business) return notFound()
  const elsewhere = leadAway(deps, business, found.isFormer)
  if (elsewhere) return { ...elsewhere, tags: [`company:${business.id}`] }
  return await readOwn({ deps, place, now: await readNow(deps.db), address }, business)
}

/**
 * The site under a business's own domain (W-130): the twin leads to the name as it was typed; a domain that ended leads to the
 * premium address, never for good; anybody else's is 421.
 */
export async function readOwnDomain(
  deps: Dependencies,
  place: Place,
  host: string,
  address: PlainAddress,
): Promise<Read> {
  const known = await knownDomains(deps).find(host)
  if (!known) return misdirected()
  const { row } = known
  if (known.kind === 'erased' || !row.companyId || (await isErased(deps.db, row.companyId))) return gone()
  const business = await findBusiness(deps.db, row.companyId)
  if (!business) return notFound()
  if (known.kind === 'ended') return redirect(302, elsewhereOf(deps, business), caching.never)
  await knownDomains(deps).markPointed(known)
  const served = { ...business, ownDomain: row.canonical }
  const tags = [`company:${business.id}`]
  if (host !== row.canonical) {
    const path = withQuery(`/${address.words.join('/')}`, address.query)
    return { ...redirect(301, `${ownUrl(deps.config, served)}${path}`, caching.renamed), tags }
  }
  return await readOwn({ deps, place, now: await readNow(deps.db), address }, served)
}

function elsewhereOf({ config }: Dependencies, business: SiteBusiness): string {
  const premium = premiumUrl(config, business)
  return premium ? `${premium}/` : `${residentHome(config)}${businessPath(business)}`
}

/** To the business's page while its plan gives no subdomain, to its own domain where it has one; from a former one to the new one. */
function leadAway({ config }: Dependencies, business: SiteBusiness, isFormer: boolean) {
  const { hasSubdomain } = limitsOf(business.type, business.purchased)
  const premium = hasSubdomain ? premiumUrl(config, business) : undefined
  if (!premium) return redirect(302, `${residentHome(config)}${businessPath(business)}`, caching.never)
  const own = ownUrl(config, business)
  if (own) return redirect(302, `${own}/`, caching.never)
  return isFormer ? redirect(301, `${premium}/`, caching.renamed) : undefined
}

async function readOwn(reading: Reading, business: SiteBusiness): Promise<Read> {
  const [word, more] = reading.address.words
  if (more !== undefined) return notFound(undefined, business)
  switch (word) {
    case undefined:
      return await readBusiness(reading, business)
    case 'agenda.ics':
      return await calendarFeed(reading, { business })
    case 'flux.xml':
      return await newsFeed(reading, { business })
    case 'robots.txt':
      return readRobots(reading.deps.config)
  }
  const instant = /-(\d{1,15})$/.exec(word)
  return instant ? await readInstantPage(reading, Number(instant[1]), false) : notFound(undefined, business)
}
