import type { MunicipalTile } from '@parvis/domain/site/page'
import { readNow, toDate } from '../../db/clock.ts'
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
import { businessPath, instantPath, type Place } from './addresses.ts'
import { findBusiness, findTownHall, isErased, isSuspended, type SiteBusiness } from './businesses.queries.ts'
import { findInstantOwner, listTimesOfCompanies, listTimesOfInstant } from './instants.queries.ts'
import { caching, redirect } from './page-answer.ts'
import type { PlainAddress } from './plain-address.ts'
import { readAgenda } from './read-agenda.ts'
import { readDirectory } from './read-directory.ts'
import { calendarFeed, newsFeed } from './read-feeds.ts'
import { readHome, readZip } from './read-home.ts'
import { readServices, serviceTiles } from './read-services.ts'
import { businessSheet, townSheet } from './read-sheet.ts'
import { readRobots, readSitemap } from './read-sitemap.ts'
import { readText } from './read-text.ts'
import { readTown } from './read-town.ts'
import { type Read, type Reading, tagOf } from './reading.ts'
import { showBusiness } from './show-business.ts'
import { showInstant } from './show-instant.ts'
import { gatherInstants } from './show-instants.ts'
import { gone, notFound, suspended } from './show-message.ts'

/** What an address of the residents' host answers to anybody: the same bytes for all (W-110). */
export async function readPage(deps: Dependencies, place: Place, address: PlainAddress): Promise<Read> {
  const reading = { deps, place, now: await readNow(deps.db), address }
  const [first = '', second] = address.words
  const own = second === undefined ? await readWord(reading, first) : undefined
  if (own) return own
  if (first === 'sitemaps') return await readSitemap(reading)
  if (first === noTown && second !== undefined) return await readFiche(reading, noTown, undefined)
  const town = townOfSlug(first)
  if (town) return await readOfTown(reading, town)
  const meant = townOfOtherZip(first)
  if (!meant) return (await readInstantOf(reading)) ?? notFound()
  return redirect(301, `/${[meant.slug, ...address.words.slice(1)].join('/')}`, caching.moved)
}

/** The addresses of one word that are no town's. */
async function readWord(reading: Reading, word: string): Promise<Read | undefined> {
  if (word === '') return await readHome(reading)
  if (word === 'robots.txt') return readRobots(reading.deps.config)
  if (word === 'sitemap.xml') return await readSitemap(reading)
  if (/^\d{5}$/.test(word)) return readZip(reading, townsOfZip(word))
  const districts = districtsOf(word)
  return districts.length > 0 ? readZip(reading, districts) : await readText(reading, word)
}

async function readOfTown(reading: Reading, town: Town): Promise<Read> {
  const [, second, third, fourth] = reading.address.words
  if (fourth !== undefined) return notFound()
  switch (second) {
    case undefined:
      return await readTown(reading, town)
    case 'annuaire':
      return await readDirectory(reading, town, third)
    case 'agenda':
      return await readAgenda(reading, town, third)
    case 'services':
      return await readServices(reading, town, third)
  }
  if (third !== undefined) return await readFiche(reading, town.code, town)
  if (second === 'affiche') return await townSheet(reading, town)
  if (second === 'agenda.ics') return await calendarFeed(reading, { town })
  if (second === 'flux.xml') return await newsFeed(reading, { town })
  return await readFiche(reading, town.code, town)
}

/** The instant that the third word of an address ends with, whatever is written before it (W-010). */
async function readInstantOf(reading: Reading): Promise<Read | undefined> {
  const [, , third = '', more] = reading.address.words
  const [, id, calendar] = /-(\d{1,15})(\.ics)?$/.exec(third) ?? []
  return id && more === undefined ? await readInstantPage(reading, Number(id), calendar !== undefined) : undefined
}

/** A business, or what is under it. */
async function readFiche(reading: Reading, code: string, town: Town | undefined): Promise<Read> {
  const { db } = reading.deps
  const [, fiche = '', third] = reading.address.words
  const instant = await readInstantOf(reading)
  if (instant) return instant
  const address = await findAddress(db, code, fiche)
  if (!address) return notFound(town)
  if (address.isErased || (await isErased(db, address.companyId))) return gone()
  const business = await findBusiness(db, address.companyId)
  if (!business) return await hiddenBusiness(db, address.companyId, town)
  const path = businessPath(business)
  const rest = third === undefined ? '' : `/${third}`
  if (path !== `/${reading.address.words.slice(0, 2).join('/')}`)
    return { ...redirect(301, `${path}${rest}`, caching.renamed), tags: [tagOf(business.id)] }
  return await readOfBusiness(reading, business, third)
}

/** Suspended, or not shown for another reason (W-016). */
export async function hiddenBusiness(db: Db, companyId: string, town?: Town): Promise<Read> {
  return (await isSuspended(db, companyId)) ? suspended() : notFound(town)
}

async function readOfBusiness(reading: Reading, business: SiteBusiness, word: string | undefined): Promise<Read> {
  switch (word) {
    case undefined:
      return await readBusiness(reading, business)
    case 'agenda.ics':
      return await calendarFeed(reading, { business })
    case 'flux.xml':
      return await newsFeed(reading, { business })
    case 'affiche':
      return await businessSheet(reading, business)
    default:
      return notFound(townOfCode(business.town), business)
  }
}

export async function readBusiness(reading: Reading, business: SiteBusiness): Promise<Read> {
  const { deps, place, now } = reading
  const instants = await gatherInstants(deps.db, await listTimesOfCompanies(deps.db, [business.id], toDate(now)), now)
  const services = business.type === 'mairie' ? await servicesOfHall(reading, business) : []
  return { page: showBusiness(deps.config, place, { business, instants, services, now }), tags: [tagOf(business.id)] }
}

/** Those of a town hall that is official: of any other the page says nothing (W-038, W-045). */
async function servicesOfHall(reading: Reading, hall: SiteBusiness): Promise<MunicipalTile[]> {
  const town = townOfCode(hall.town)
  const official = town && (await findTownHall(reading.deps.db, town.code))
  return town && official?.id === hall.id ? await serviceTiles(reading, town, hall) : []
}

/** The page of an instant, or its calendar file; over it is still there, paused or unpublished it is not (W-016). */
export async function readInstantPage(reading: Reading, instantId: number, isCalendar: boolean): Promise<Read> {
  const { deps, place, now, address } = reading
  const times = await listTimesOfInstant(deps.db, instantId)
  const [instant] = await gatherInstants(deps.db, times, now)
  const owner = instant?.companyId ?? (await findInstantOwner(deps.db, instantId))
  const business = owner ? await findBusiness(deps.db, owner) : await businessBefore(reading)
  if (!business || !instant) return notFound(business && townOfCode(business.town), business)
  const wanted = ownPath(place, `${instantPath(business, instant)}${isCalendar ? '.ics' : ''}`)
  if (`/${address.words.join('/')}` !== wanted)
    return { ...redirect(301, wanted, caching.renamed), tags: [tagOf(business.id)] }
  if (isCalendar) return await calendarFeed(reading, { instant })
  const others = await gatherInstants(deps.db, await listTimesOfCompanies(deps.db, [business.id], toDate(now)), now)
  const page = showInstant(deps.config, place, {
    business,
    instant,
    others: others.filter((one) => one.instantId !== instantId).slice(0, 4),
    now,
  })
  return { page, tags: [tagOf(business.id)] }
}

/** Under the business's own host an instant is one word. */
const ownPath = ({ host }: Place, path: string): string =>
  host === 'resident' ? path : path.slice(path.lastIndexOf('/'))

/** The business that the address names, for an instant that is gone. */
async function businessBefore({ deps: { db }, address: { words } }: Reading): Promise<SiteBusiness | undefined> {
  const [first = '', fiche = ''] = words
  const code = townOfSlug(first)?.code ?? noTown
  const found = await findAddress(db, code, fiche)
  return found && (await findBusiness(db, found.companyId))
}
