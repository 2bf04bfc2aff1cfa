import type { MunicipalTile } from '@parvis/domain/site/page'
import type { Db } from '../../db/database.ts'
import type { Dependencies } from '../../dependencies.ts'
import {
  districtsOf,
  findAddress,
  noTown,
  type Town,
  townOfCode,
  townOfOtherZip,
  townOfSlug,
  townsOfZip,
} from '../towns/index.ts'
import { businessPath, instantPath, type SiteBase } from './addresses.ts'
import { findAbsence, findBusiness, findTownHall, type SiteBusiness } from './businesses.queries.ts'
import { calendarFeed } from './feeds/calendar-feed.ts'
import { newsFeed } from './feeds/news-feed.ts'
import { businessSheet, townSheet } from './feeds/read-sheet.ts'
import { businessFragment, noFragment, townFragment } from './fragment/read-fragment.ts'
import { listTimesOfCompanies, type SiteTimeRow } from './instants.queries.ts'
import { caching, redirect } from './page-answer.ts'
import type { PlainAddress } from './plain-address.ts'
import { readActPages, readPublicKey } from './read-acts.ts'
import { readAgenda } from './read-agenda.ts'
import { readAlertPages } from './read-alert-pages.ts'
import { readDirectory } from './read-directory.ts'
import { readHome, readZip } from './read-home.ts'
import { instantOf, type Named, type NamedInstant, readNamed } from './read-named.ts'
import { readServices, serviceTiles } from './read-services.ts'
import { readRobots, readSitemap } from './read-sitemap.ts'
import { readText } from './read-text.ts'
import { readTown } from './read-town.ts'
import { type PageRead, type Reading, tagOf } from './reading.ts'
import { showBusiness } from './show-business.ts'
import { showInstant } from './show-instant.ts'
import { gatherInstants } from './show-instants.ts'
import { gone, notFound, suspended } from './show-message.ts'

/** Public answer of an address of the residents' host: the same bytes for everybody. */
export async function readPage(deps: Dependencies, place: SiteBase, address: PlainAddress): Promise<PageRead> {
  const [first = '', second] = address.words
  const { now, named } = await readNamed(deps.db, address.words)
  const reading = { deps, place, now, address, named }
  const own = second === undefined ? await readWord(reading, first) : undefined
  if (own) return own
  if (first === 'sitemaps') return await readSitemap(reading)
  if (first === noTown && second !== undefined) return await readFiche(reading, undefined)
  const town = townOfSlug(first)
  if (town) return await readUnderTown(reading, town)
  const meant = townOfOtherZip(first)
  if (!meant) return (await readInstantOf(reading)) ?? notFound()
  return redirect(301, `/${[meant.slug, ...address.words.slice(1)].join('/')}`, caching.moved)
}

const fragmentWord = 'carte'

type NamedReading = Reading & { named: Named }

/** The addresses of one word that are no town's. */
async function readWord(reading: Reading, word: string): Promise<PageRead | undefined> {
  if (word === '') return await readHome(reading)
  if (word === 'robots.txt') return readRobots(reading.deps.config)
  if (word === 'sitemap.xml') return await readSitemap(reading)
  if (word.startsWith('cle-publique-')) return await readPublicKey(reading, word)
  if (/^\d{5}$/.test(word)) return readZip(reading, townsOfZip(word))
  const districts = districtsOf(word)
  return districts.length > 0 ? readZip(reading, districts) : await readText(reading, word)
}

/** What a town hall must publish, then everything else under a town. */
async function readUnderTown(reading: NamedReading, town: Town): Promise<PageRead> {
  const [, second, ...rest] = reading.address.words
  if (second === 'agenda' && rest.join('/') === fragmentWord) return await townFragment(reading, town)
  if (second === 'alertes') return await readAlertPages(reading, town)
  return second === 'actes' ? await readActPages(reading, town) : await readOfTown(reading, town)
}

async function readOfTown(reading: NamedReading, town: Town): Promise<PageRead> {
  const [, second, third, fourth] = reading.address.words
  if (fourth !== undefined) return notFound()
  switch (second) {
    case undefined:
      return await readTown(reading, town, reading.named.town)
    case 'annuaire':
      return await readDirectory(reading, town, third)
    case 'agenda':
      return await readAgenda(reading, town, third)
    case 'services':
      return await readServices(reading, town, third)
  }
  if (third !== undefined) return await readFiche(reading, town)
  if (second === 'affiche') return await townSheet(reading, town)
  if (second === 'agenda.ics') return await calendarFeed(reading, { town })
  if (second === 'flux.xml') return await newsFeed(reading, { town })
  return await readFiche(reading, town)
}

async function readInstantOf(reading: NamedReading): Promise<PageRead | undefined> {
  const instant = instantOf(reading.address.words)
  return instant && (await readInstantPage(reading, instant, reading.named))
}

/** A business, or what is under it. */
async function readFiche(reading: NamedReading, town: Town | undefined): Promise<PageRead> {
  const { named } = reading
  const instant = await readInstantOf(reading)
  if (instant) return instant
  const third = reading.address.words[2]
  const business = named.business ?? (await findFormer(reading, town))
  if ('status' in business || 'page' in business) return third === fragmentWord ? await noFragment(reading) : business
  const path = businessPath(business)
  const rest = third === undefined ? '' : `/${third}`
  if (path !== `/${reading.address.words.slice(0, 2).join('/')}`)
    return { ...redirect(301, `${path}${rest}`, caching.renamed), tags: [tagOf(business.id)] }
  return third === undefined
    ? await readBusiness(reading, business, named.times)
    : await readOfBusiness(reading, business, third)
}

/** The business that had that address, or what is said of one that is not shown. */
async function findFormer(
  { deps: { db }, address }: Reading,
  town: Town | undefined,
): Promise<SiteBusiness | PageRead> {
  const holder = await findAddress(db, town?.code ?? noTown, address.words[1] ?? '')
  if (!holder) return notFound(town)
  if (holder.isErased) return gone()
  const business = await findBusiness(db, holder.companyId)
  return business ?? (await absentBusiness(db, holder.companyId, town))
}

/** What is said of a business that is not shown: gone, suspended, or nothing. */
export async function absentBusiness(db: Db, companyId: string, town?: Town): Promise<PageRead> {
  const { isErased, isSuspended } = await findAbsence(db, companyId)
  if (isErased) return gone()
  return isSuspended ? suspended() : notFound(town)
}

async function readOfBusiness(reading: Reading, business: SiteBusiness, word: string | undefined): Promise<PageRead> {
  switch (word) {
    case 'agenda.ics':
      return await calendarFeed(reading, { business })
    case 'flux.xml':
      return await newsFeed(reading, { business })
    case fragmentWord:
      return await businessFragment(reading, business)
    case 'affiche':
      return await businessSheet(reading, business)
    default:
      return notFound(townOfCode(business.town), business)
  }
}

/** `times`: of its instants, when they have been read. */
export async function readBusiness(reading: Reading, business: SiteBusiness, times?: SiteTimeRow[]): Promise<PageRead> {
  const { deps, place, now } = reading
  const rows = times ?? (await listTimesOfCompanies(deps.db, [business.id]))
  const instants = await gatherInstants(deps.db, rows, now)
  const services = business.type === 'mairie' ? await servicesOfHall(reading, business) : []
  return { page: showBusiness(deps.config, place, { business, instants, services, now }), tags: [tagOf(business.id)] }
}

/** The services of an official town hall; the pages of any other show none. */
async function servicesOfHall(reading: Reading, hall: SiteBusiness): Promise<MunicipalTile[]> {
  const town = townOfCode(hall.town)
  const official = town && (await findTownHall(reading.deps.db, town.code))
  return town && official?.id === hall.id ? await serviceTiles(reading, town, hall) : []
}

/** The page of an instant, or its calendar file; over it is still there, paused or unpublished it is not. */
export async function readInstantPage(reading: Reading, wanted: NamedInstant, named: Named): Promise<PageRead> {
  const { deps, place, now, address } = reading
  const { db } = deps
  const { times = [], beside = [], html } = named
  const { id, isCalendar } = wanted
  const business = times.length > 0 ? named.business : await businessBefore(reading, named)
  const [instant] = await gatherInstants(db, times, now)
  if (!business || !instant) return notFound(business && townOfCode(business.town), business)
  const path = ownPath(place, `${instantPath(business, instant)}${isCalendar ? '.ics' : ''}`)
  if (`/${address.words.join('/')}` !== path)
    return { ...redirect(301, path, caching.renamed), tags: [tagOf(business.id)] }
  if (isCalendar) return await calendarFeed(reading, { instant })
  const others = await gatherInstants(db, beside, now)
  const page = showInstant(deps.config, place, {
    business,
    instant,
    html,
    others: others.filter((one) => one.instantId !== id).slice(0, 4),
    now,
  })
  return { page, tags: [tagOf(business.id)] }
}

/** Under the business's own host an instant is one word. */
const ownPath = ({ host }: SiteBase, path: string): string =>
  host === 'resident' ? path : path.slice(path.lastIndexOf('/'))

/** The business that the address names, for an instant that is gone. */
async function businessBefore(
  { deps: { db }, address: { words } }: Reading,
  { business }: Named,
): Promise<SiteBusiness | undefined> {
  if (business) return business
  const [first = '', fiche = ''] = words
  const code = townOfSlug(first)?.code ?? noTown
  const found = await findAddress(db, code, fiche)
  return found && (await findBusiness(db, found.companyId))
}
