import type { MunicipalTile } from '@parvis/domain/site/page'
import { together } from '@parvis/postgres'
import { readNow } from '../../../db/clock.ts'
import type { Db } from '../../../db/database.ts'
import { findAddress, noTown, type Town, townOfCode, townOfSlug } from '../../towns/index.ts'
import { instantPath, type SiteBase } from '../addresses.ts'
import {
  type Fiche,
  findAbsence,
  findBusiness,
  findBusinessOfInstant,
  findTownHall,
  type SiteBusiness,
} from '../businesses.queries.ts'
import { calendarFeed } from '../feeds/calendar-feed.ts'
import {
  findTexts,
  listTimesBeside,
  listTimesOfCompanies,
  listTimesOfInstant,
  maxBeside,
  maxTimes,
  type SiteTimeRow,
} from '../instants.queries.ts'
import { serviceTiles } from './read-services.ts'
import { leadTo, type PageAsked, type PageRead, type Reading, tagOf } from './reading.ts'
import { showBusiness } from './show-business.ts'
import { showInstant } from './show-instant.ts'
import { gatherInstants } from './show-instants.ts'
import { gone, notFound, suspended } from './show-message.ts'

/** `times`: of its instants, when they have been read. */
export async function readBusiness(reading: Reading, business: SiteBusiness, times?: SiteTimeRow[]): Promise<PageRead> {
  const { deps, base, now } = reading
  const rows = times ?? (await listTimesOfCompanies(deps.db, { ids: [business.id], most: maxTimes }))
  const instants = await gatherInstants(deps.db, rows, now)
  const services = business.type === 'mairie' ? await servicesOfHall(reading, business) : []
  return { page: showBusiness(deps.config, base, { business, instants, services, now }), tags: [tagOf(business.id)] }
}

/** The services of an official town hall; the pages of any other show none. */
async function servicesOfHall(reading: Reading, hall: SiteBusiness): Promise<MunicipalTile[]> {
  const town = townOfCode(hall.town)
  const official = town && (await findTownHall(reading.deps.db, town.code))
  return town && official?.id === hall.id ? await serviceTiles(reading, town, hall) : []
}

/** More than a text may hold. */
const maxText = 100_000

/** `end`: `.ics` for its calendar file. */
type NamedInstant = { id: number; end: string }

/** The instant that the third word of an address ends with, whatever is written before it. */
export function instantOf([, , third = '', more]: readonly string[]): NamedInstant | undefined {
  const [, id, end = ''] = /-(\d{1,15})(\.ics)?$/.exec(third) ?? []
  return id && more === undefined ? { id: Number(id), end } : undefined
}

const askInstant = async (db: Db, { id, end }: NamedInstant) =>
  await together(db, (tx) => [
    readNow(tx),
    listTimesOfInstant(tx, { instantId: id }),
    findBusinessOfInstant(tx, { instantId: id }),
    findTexts(tx, [id], maxText),
    end ? [] : listTimesBeside(tx, { instantId: id, most: maxBeside }),
  ])

/**
 * The page of an instant, or its calendar file; over it is still there, paused or unpublished it is not. `owner`: on the site of that
 * business alone, an instant of another is not found.
 */
export async function readInstantPage(asked: PageAsked, wanted: NamedInstant, owner?: SiteBusiness): Promise<PageRead> {
  const { deps, base } = asked
  const { db } = deps
  const { id, end } = wanted
  const [now, times, found, texts, beside] = await askInstant(db, wanted)
  if (owner && found?.id !== owner.id) return notFound(undefined, owner)
  const reading = { ...asked, now }
  const business = found ?? (await businessAtAddress(asked))
  const [instant] = await gatherInstants(db, times, now)
  if (!business || !instant) return notFound(business && townOfCode(business.town), business)
  const moved = leadTo(asked, ownPath(base, `${instantPath(business, instant)}${end}`), [tagOf(business.id)])
  if (moved) return moved
  if (end) return await calendarFeed(reading, { instant })
  const others = (await gatherInstants(db, beside, now)).filter((one) => one.instantId !== id).slice(0, 4)
  const page = showInstant(deps.config, base, { business, instant, html: texts.get(id), others, now })
  return { page, tags: [tagOf(business.id)] }
}

/** Under the business's own host an instant is one word. */
const ownPath = ({ host }: SiteBase, path: string): string =>
  host === 'resident' ? path : path.slice(path.lastIndexOf('/'))

/** The business that the address names, or that had it. */
export async function businessAtAddress({ deps: { db }, address }: PageAsked): Promise<SiteBusiness | undefined> {
  const [first = '', fiche = ''] = address.words
  const found = await findAddress(db, townOfSlug(first)?.code ?? noTown, fiche)
  return found && (await findBusiness(db, found.companyId))
}

/** The business that had that address, or what is said of one that is not shown. */
export async function findFormer(
  { deps: { db } }: Reading,
  { town: code, slug }: Fiche,
): Promise<SiteBusiness | PageRead> {
  const town = townOfCode(code)
  const holder = await findAddress(db, code, slug)
  if (!holder) return notFound(town)
  if (holder.isErased) return gone()
  return (await findBusiness(db, holder.companyId)) ?? (await absentBusiness(db, holder.companyId, town))
}

/** What is said of a business that is not shown: gone, suspended, or nothing. */
export async function absentBusiness(db: Db, companyId: string, town?: Town): Promise<PageRead> {
  const { isErased, isSuspended } = await findAbsence(db, companyId)
  if (isErased) return gone()
  return isSuspended ? suspended() : notFound(town)
}
