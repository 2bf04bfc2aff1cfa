import { activationTimeType } from '@parvis/domain/instants/activation-time'
import { titleWithState } from '@parvis/domain/instants/event-state'
import { instantCategory } from '@parvis/domain/instants/kind'
import type { Occurrence, Window } from '@parvis/domain/instants/occurrences'
import { writeParisIso } from '@parvis/domain/kernel/paris-time'
import type { Config } from '../../config.ts'
import type { Db } from '../../db/database.ts'
import { mediaUrl } from '../../pictures/picture-store.ts'
import { inSlices } from '../../time-slices.ts'
import { findContexts, itemsOfTimes } from '../instants/index.ts'
import type { AgendaRow } from './agenda.queries.ts'

/** Sort key of the agenda: the start of an occurrence, then the id of its instant. */
export type AgendaCursor = { start: number; id: number }
/** `start` is that of the occurrence cut to the second, as the cursor says it: a client may have sent a fraction. */
type Found = { instant: InstantShown; occurrence: Occurrence; start: number }

/** Times, with what the occurrences of each follow. */
export type AgendaTimes = { rows: readonly AgendaRow[]; contextOf: Awaited<ReturnType<typeof findContexts>> }

export async function withContexts(db: Db, rows: readonly AgendaRow[]): Promise<AgendaTimes> {
  return { rows, contextOf: await findContexts(db, rows) }
}

type Wanted = {
  occurrencesOf: Window
  /** Those after this place, up to that one. */
  after?: AgendaCursor | undefined
  until?: AgendaCursor | undefined
  /** How many; those of the last start and instant stay together. */
  most: number
  states?: boolean | undefined
  /** For what everybody asks: items are kept for the next call. */
  areKept?: boolean
}

/**
 * The occurrences of these schedules inside a window, as items of the wire, by start then instant. Time-sliced: the event loop serves
 * other calls between slices, and a disconnected client ends the work.
 */
export async function agendaItems(config: Config, times: readonly AgendaTimes[], wanted: Wanted) {
  return await presentItems(await findOccurrences(config, times, wanted), wanted.states ?? false)
}

async function findOccurrences(config: Config, times: readonly AgendaTimes[], wanted: Wanted) {
  const { occurrencesOf, most, areKept = false } = wanted
  let found: Found[] = []
  const slices = inSlices()
  for (const { rows, contextOf } of times)
    for (const group of Map.groupBy(rows, ({ instantId }) => instantId).values()) {
      const [row] = group
      if (!row) continue
      const instant = instantShown(config, row, areKept)
      const { items, linked } = itemsOfTimes(group)
      for (const occurrence of occurrencesOf(items, { ...contextOf(row), linked })) {
        const one = { instant, occurrence, start: Math.floor(occurrence.start / 1_000) * 1_000 }
        if (isWanted(one, wanted)) found.push(one)
      }
      if (found.length > 3 * most) found = nearest(found, most)
      if (slices.isSpent()) await slices.next()
    }
  return nearest(found, most)
}

/** Sliced too: the caller checks and serialises the whole list in the turn after the last slice. */
async function presentItems(found: readonly Found[], states: boolean) {
  const items: AgendaItem[] = []
  const slices = inSlices()
  for (const one of found) {
    items.push(itemOf(one, states))
    if (slices.isSpent()) await slices.next()
  }
  return items
}

function isWanted(one: Found, { after, until }: Wanted): boolean {
  return !(after && !isAfter(one, after)) && !(until && isAfter(one, until))
}

function isAfter(one: Found, { start, id }: AgendaCursor): boolean {
  return one.start > start || (one.start === start && one.instant.id > id)
}

/**
 * Cuts the items to the nearest ones. All items of the last start and instant stay together: the cursor (start, id) could not separate
 * them.
 */
function nearest(found: Found[], most: number): Found[] {
  found.sort((a, b) => a.start - b.start || a.instant.id - b.instant.id)
  const last = found[most - 1]
  if (!last) return found
  const cursor = { start: last.start, id: last.instant.id }
  const end = found.findIndex((one, index) => index >= most && isAfter(one, cursor))
  return end < 0 ? found : found.slice(0, end)
}

type AgendaItem = ReturnType<typeof agendaItem>
type KeptItems = Map<number, { occurrence: Occurrence; item: AgendaItem }>
type InstantShown = ReturnType<typeof newInstantShown>

// Process-wide cache of what first pages show, which everybody asks: the next call returns the same objects while nothing of them
// changes, so that they are not built, checked and serialised again (decision 0140). Further pages pass by: walking through a town
// of 40,000 instants would fill V8's old space with 100 MB in three seconds, and each collection of it stops all calls for 40 ms.
const known = new Map<number, InstantShown>()
const maxKept = 10_000
/** Instants, and items in them. */
let kept = 0

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
] as const satisfies (keyof AgendaRow)[]

/** Fields shared by all occurrences of an instant, with the items already built. */
function instantShown(config: Config, row: AgendaRow, isKept: boolean): InstantShown {
  const before = known.get(row.instantId)
  const isSame = before?.config === config && shownColumns.every((column) => before.row[column] === row[column])
  if (isSame) return before
  if (!isKept) return newInstantShown(config, row, undefined)
  kept -= before ? 1 + (before.kept?.plain.size ?? 0) + (before.kept?.withStates.size ?? 0) : 0
  const made = newInstantShown(config, row, { plain: new Map(), withStates: new Map() })
  countKept()
  known.set(row.instantId, made)
  return made
}

type KeptOfInstant = { plain: KeptItems; withStates: KeptItems }

function newInstantShown(config: Config, row: AgendaRow, kept: KeptOfInstant | undefined) {
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
    kept,
  }
}

/** An item that is kept is frozen: so are its bytes (`writeItems`). */
function itemOf({ instant, occurrence }: Found, states: boolean): AgendaItem {
  const items = states ? instant.kept?.withStates : instant.kept?.plain
  const before = items?.get(occurrence.start)
  if (before && isSameOccurrence(before.occurrence, occurrence)) return before.item
  const item = agendaItem(instant, occurrence, states)
  if (!items) return item
  Object.freeze(item)
  items.set(occurrence.start, { occurrence, item })
  if (!before) countKept()
  return item
}

function isSameOccurrence(one: Occurrence, other: Occurrence): boolean {
  return (
    one.end === other.end &&
    one.preview === other.preview &&
    one.id === other.id &&
    one.state === other.state &&
    one.message === other.message &&
    one.formerStart === other.formerStart
  )
}

function countKept(): void {
  if (kept >= maxKept) {
    known.clear()
    kept = 0
  }
  kept++
}

/** Hot path, hundreds of items per call: an object literal is several times faster than a spread. */
function agendaItem(instant: InstantShown, occurrence: Occurrence, states: boolean) {
  const { start, originalStart, end, preview, state = 'planned' } = occurrence
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
