import type { Seats } from '@parvis/domain/bookings/seats'
import { activationTimeType } from '@parvis/domain/instants/activation-time'
import { titleWithState } from '@parvis/domain/instants/event-state'
import { instantCategory } from '@parvis/domain/instants/kind'
import type { Occurrence } from '@parvis/domain/instants/occurrences'
import { writeParisIso } from '@parvis/domain/kernel/paris-time'
import type { Config } from '../../config.ts'
import { mediaUrl } from '../../pictures/picture-store.ts'
import { inSlices } from '../../time-slices.ts'
import type { ShownTimeRow } from '../instants/index.ts'
import type { NearDate } from './near-dates.ts'

/**
 * Occurrences as items of the wire. `areCached`: for what everybody asks, items are kept for the next call. Sliced in time: the caller
 * checks and serialises the whole list in the turn after the last slice.
 */
export async function agendaItems(
  config: Config,
  dates: readonly NearDate[],
  { states = false, areCached = false }: { states?: boolean | undefined; areCached?: boolean },
) {
  const items: AgendaItem[] = []
  const instants = new Map<number, InstantShown>()
  const slices = inSlices()
  for (const { row, occurrence } of dates) {
    const instant = instants.get(row.instantId) ?? instantShown(config, row, areCached)
    instants.set(row.instantId, instant)
    items.push(itemOf(instant, occurrence, states))
    if (slices.isSpent()) await slices.next()
  }
  return items
}

type AgendaItem = ReturnType<typeof agendaItem>
type CachedItems = Map<number, { occurrence: Occurrence; item: AgendaItem }>
type InstantShown = ReturnType<typeof newInstantShown>

// Process-wide cache of what first pages show, which everybody asks: the next call returns the same objects while nothing of them
// changes, so that they are not built, checked and serialised again (decision 0009). Further pages pass by: walking through a town
// of 40,000 instants would fill V8's old space with 100 MB in three seconds, and each collection of it stops all calls for 40 ms.
const known = new Map<number, InstantShown>()
const maxCached = 10_000
/** Instants, and items in them. */
let cached = 0

const shownColumns = [
  'title',
  'shortDescription',
  'categoryId',
  'latitude',
  'longitude',
  'companyId',
  'companyName',
  'address',
  'zipCode',
  'city',
  'picture',
] as const satisfies (keyof ShownTimeRow)[]

/** Fields shared by all occurrences of an instant, with the items already built. */
function instantShown(config: Config, row: ShownTimeRow, isCached: boolean): InstantShown {
  const before = known.get(row.instantId)
  const isSame = before?.config === config && shownColumns.every((column) => before.row[column] === row[column])
  if (isSame) return before
  if (!isCached) return newInstantShown(config, row, undefined)
  cached -= before ? 1 + (before.cached?.plain.size ?? 0) + (before.cached?.withStates.size ?? 0) : 0
  const made = newInstantShown(config, row, { plain: new Map(), withStates: new Map() })
  countCached()
  known.set(row.instantId, made)
  return made
}

type CachedOfInstant = { plain: CachedItems; withStates: CachedItems }

function newInstantShown(config: Config, row: ShownTimeRow, cached: CachedOfInstant | undefined) {
  return {
    config,
    row,
    id: row.instantId,
    title: row.title,
    description: row.shortDescription,
    category: instantCategory(row.categoryId)?.slug ?? '',
    position: { latitude: row.latitude, longitude: row.longitude },
    businessId: row.companyId,
    businessName: row.companyName,
    address: `${row.address}, ${row.zipCode} ${row.city}`,
    pictureUrl: mediaUrl(config, row.picture),
    cached,
  }
}

/** An item that is kept is frozen: so are its bytes (`writeItems`). */
function itemOf(instant: InstantShown, occurrence: Occurrence, states: boolean): AgendaItem {
  const items = states ? instant.cached?.withStates : instant.cached?.plain
  const before = items?.get(occurrence.start)
  if (before && isSameOccurrence(before.occurrence, occurrence)) return before.item
  const item = agendaItem(instant, occurrence, states)
  if (!items) return item
  Object.freeze(item)
  items.set(occurrence.start, { occurrence, item })
  if (!before) countCached()
  return item
}

function isSameOccurrence(one: Occurrence, other: Occurrence): boolean {
  return (
    one.end === other.end &&
    one.preview === other.preview &&
    one.id === other.id &&
    one.state === other.state &&
    one.message === other.message &&
    one.formerStart === other.formerStart &&
    areSame(one.seats, other.seats)
  )
}

const areSame = (one: Seats | undefined, other: Seats | undefined): boolean =>
  one?.capacity === other?.capacity && one?.left === other?.left

function countCached(): void {
  if (cached >= maxCached) {
    known.clear()
    cached = 0
  }
  cached++
}

const noSeats = { capacity: null, left: null }

/** Hot path, hundreds of items per call: an object literal is several times faster than a spread. */
function agendaItem(instant: InstantShown, occurrence: Occurrence, states: boolean) {
  const { start, originalStart, end, preview, state = 'planned', seats = noSeats } = occurrence
  const shownFrom = writeParisIso(start)
  const item = {
    id: instant.id,
    title: states ? instant.title : titleWithState(instant.title, state),
    description: instant.description,
    category: instant.category,
    position: instant.position,
    businessId: instant.businessId,
    businessName: instant.businessName,
    address: instant.address,
    pictureUrl: instant.pictureUrl,
    delay: activationTimeType(preview),
    start: shownFrom,
    end: writeParisIso(end),
    originalStart: preview ? writeParisIso(originalStart) : shownFrom,
    seats: seats.capacity,
    seatsLeft: seats.left,
  }
  if (!states) return item
  const { id, message = null, formerStart } = occurrence
  return {
    ...item,
    ...(id !== undefined && { dateId: id }),
    state,
    stateMessage: message,
    formerStart: formerStart ? writeParisIso(formerStart) : null,
  }
}
