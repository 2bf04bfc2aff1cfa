import type { MunicipalTile } from '@parvis/domain/site/page'
import { readNow, toDate } from '../../db/clock.ts'
import type { Db } from '../../db/database.ts'
import { sendTogether } from '../../db/pipeline.ts'
import type { Dependencies } from '../../dependencies.ts'
import {
  districtsOf,
  type FoundAddress,
  findAddress,
  noTown,
  type Town,
  townOfCode,
  townOfOtherZip,
  townOfSlug,
  townsOfZip,
} from '../towns/index.ts'
import { businessPath, instantPath, type SiteBase } from './addresses.ts'
import { findBusiness, findTownHall, isErased, isSuspended, type SiteBusiness } from './businesses.queries.ts'
import { findInstantOwner, listTimesOfCompanies, listTimesOfInstant, type SiteTimeRow } from './instants.queries.ts'
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
import { type PageRead, type Reading, tagOf } from './reading.ts'
import { showBusiness } from './show-business.ts'
import { showInstant } from './show-instant.ts'
import { gatherInstants } from './show-instants.ts'
import { gone, notFound, suspended } from './show-message.ts'

/** What an address of the residents' host answers to anybody: the same bytes for all (W-110). */
export async function readPage(deps: Dependencies, place: SiteBase, address: PlainAddress): Promise<PageRead> {
  const [first = '', second] = address.words
  const { now, named } = await readNamed(deps.db, address.words)
  const reading = { deps, place, now, address, named }
  const own = second === undefined ? await readWord(reading, first) : undefined
  if (own) return own
  if (first === 'sitemaps') return await readSitemap(reading)
  if (first === noTown && second !== undefined) return await readFiche(reading, undefined)
  const town = townOfSlug(first)
  if (town) return await readOfTown(reading, town)
  const meant = townOfOtherZip(first)
  if (!meant) return (await readInstantOf(reading)) ?? notFound()
  return redirect(301, `/${[meant.slug, ...address.words.slice(1)].join('/')}`, caching.moved)
}

/** What the words of an address name beside a town: the rows of an instant, or the holder of a slug. */
type Named = { times?: SiteTimeRow[] | undefined; holder?: FoundAddress | undefined }
type NamedReading = Reading & { named: Named }

const wordsOfTown = ['annuaire', 'agenda', 'services', 'affiche', 'agenda.ics', 'flux.xml']

/** It is asked with the hour, in one message: each wait of a page costs more than most of its queries (W-123). */
async function readNamed(db: Db, words: readonly string[]) {
  const [first = '', second] = words
  const code = first === noTown ? noTown : townOfSlug(first)?.code
  const isUnder = second !== undefined && !wordsOfTown.includes(second)
  const instant = isUnder ? instantOf(words) : undefined
  const [now, times, holder] = await sendTogether(db, (tx) => [
    readNow(tx),
    instant && listTimesOfInstant(tx, instant.id),
    isUnder && code && !instant ? findAddress(tx, code, second) : undefined,
  ])
  return { now, named: { times, holder } }
}

/** The addresses of one word that are no town's. */
async function readWord(reading: Reading, word: string): Promise<PageRead | undefined> {
  if (word === '') return await readHome(reading)
  if (word === 'robots.txt') return readRobots(reading.deps.config)
  if (word === 'sitemap.xml') return await readSitemap(reading)
  if (/^\d{5}$/.test(word)) return readZip(reading, townsOfZip(word))
  const districts = districtsOf(word)
  return districts.length > 0 ? readZip(reading, districts) : await readText(reading, word)
}

async function readOfTown(reading: NamedReading, town: Town): Promise<PageRead> {
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
  if (third !== undefined) return await readFiche(reading, town)
  if (second === 'affiche') return await townSheet(reading, town)
  if (second === 'agenda.ics') return await calendarFeed(reading, { town })
  if (second === 'flux.xml') return await newsFeed(reading, { town })
  return await readFiche(reading, town)
}

/** The instant that the third word of an address ends with, whatever is written before it (W-010). */
function instantOf([, , third = '', more]: readonly string[]): { id: number; isCalendar: boolean } | undefined {
  const [, id, calendar] = /-(\d{1,15})(\.ics)?$/.exec(third) ?? []
  return id && more === undefined ? { id: Number(id), isCalendar: calendar !== undefined } : undefined
}

async function readInstantOf(reading: NamedReading): Promise<PageRead | undefined> {
  const instant = instantOf(reading.address.words)
  return instant && (await readInstantPage(reading, instant, reading.named.times))
}

/** A business, or what is under it. */
async function readFiche(reading: NamedReading, town: Town | undefined): Promise<PageRead> {
  const { deps, now, named } = reading
  const { db } = deps
  const instant = await readInstantOf(reading)
  if (instant) return instant
  const { holder } = named
  if (!holder) return notFound(town)
  if (holder.isErased) return gone()
  const third = reading.address.words[2]
  const [business, times] = await sendTogether(db, (tx) => [
    findBusiness(tx, holder.companyId),
    third === undefined ? listTimesOfCompanies(tx, [holder.companyId], toDate(now)) : undefined,
  ])
  if (!business)
    return (await isErased(db, holder.companyId)) ? gone() : await hiddenBusiness(db, holder.companyId, town)
  const path = businessPath(business)
  const rest = third === undefined ? '' : `/${third}`
  if (path !== `/${reading.address.words.slice(0, 2).join('/')}`)
    return { ...redirect(301, `${path}${rest}`, caching.renamed), tags: [tagOf(business.id)] }
  return times ? await readBusiness(reading, business, times) : await readOfBusiness(reading, business, third)
}

/** Suspended, or not shown for another reason (W-016). */
export async function hiddenBusiness(db: Db, companyId: string, town?: Town): Promise<PageRead> {
  return (await isSuspended(db, companyId)) ? suspended() : notFound(town)
}

async function readOfBusiness(reading: Reading, business: SiteBusiness, word: string | undefined): Promise<PageRead> {
  switch (word) {
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

/** `times`: of its instants, when they have been read. */
export async function readBusiness(reading: Reading, business: SiteBusiness, times?: SiteTimeRow[]): Promise<PageRead> {
  const { deps, place, now } = reading
  const rows = times ?? (await listTimesOfCompanies(deps.db, [business.id], toDate(now)))
  const instants = await gatherInstants(deps.db, rows, now)
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
export async function readInstantPage(
  reading: Reading,
  { id, isCalendar }: { id: number; isCalendar: boolean },
  known?: SiteTimeRow[],
): Promise<PageRead> {
  const { deps, place, now, address } = reading
  const { db } = deps
  const times = known ?? (await listTimesOfInstant(db, id))
  const owner = times[0]?.companyId ?? (await findInstantOwner(db, id))
  const [business, ofBusiness] = await sendTogether(db, (tx) => [
    owner ? findBusiness(tx, owner) : businessBefore(tx, reading),
    owner && times.length > 0 && !isCalendar ? listTimesOfCompanies(tx, [owner], toDate(now)) : [],
  ])
  const [instant] = await gatherInstants(db, times, now)
  if (!business || !instant) return notFound(business && townOfCode(business.town), business)
  const wanted = ownPath(place, `${instantPath(business, instant)}${isCalendar ? '.ics' : ''}`)
  if (`/${address.words.join('/')}` !== wanted)
    return { ...redirect(301, wanted, caching.renamed), tags: [tagOf(business.id)] }
  if (isCalendar) return await calendarFeed(reading, { instant })
  const others = await gatherInstants(db, ofBusiness, now)
  const page = showInstant(deps.config, place, {
    business,
    instant,
    others: others.filter((one) => one.instantId !== id).slice(0, 4),
    now,
  })
  return { page, tags: [tagOf(business.id)] }
}

/** Under the business's own host an instant is one word. */
const ownPath = ({ host }: SiteBase, path: string): string =>
  host === 'resident' ? path : path.slice(path.lastIndexOf('/'))

/** The business that the address names, for an instant that is gone. */
async function businessBefore(db: Db, { address: { words } }: Reading): Promise<SiteBusiness | undefined> {
  const [first = '', fiche = ''] = words
  const code = townOfSlug(first)?.code ?? noTown
  const found = await findAddress(db, code, fiche)
  return found && (await findBusiness(db, found.companyId))
}
