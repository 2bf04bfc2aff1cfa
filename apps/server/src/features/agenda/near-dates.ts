import type { InstantKind } from '@parvis/domain/instants/kind'
import {
  agendaBetween,
  type LastStart,
  lastAgendaStarts,
  type Occurrence,
  type ScheduleContext,
  type Window,
} from '@parvis/domain/instants/occurrences'
import type { StoredItem } from '@parvis/domain/instants/schedule'
import type { Temporal } from 'temporal-polyfill'
import type { Db } from '../../db/database.ts'
import { inSlices } from '../../time-slices.ts'
import { findContexts, itemsOfTimes, type ShownTimeRow } from '../instants/index.ts'
import { findNearest, type NearRow, selectOtherTimes } from './agenda.queries.ts'
import { type AgendaCursor, windowOf } from './agenda-window.ts'

/** How many occurrences one reading gives at most; the next ones are asked with the cursor of the last. */
export const maxNearDates = 2_000

/**
 * How many times are read and worked out at once. What a page of 2,000 leaves in memory until it is written takes V8 3 to 13 ms
 * to collect, while no call is answered; what 250 leave is gone by then (decision 0009).
 */
const timesAtOnce = 250

/** An occurrence of an agenda. `start` is cut to the second, as the cursor says it: a client may have sent a fraction. */
export type NearDate = {
  row: ShownTimeRow
  /** Those of its schedule that were read with it. */
  items: readonly StoredItem[]
  context: ScheduleContext
  occurrence: Occurrence
  start: number
}

/** Times, with what the occurrences of each follow. */
export type AgendaTimes = { rows: readonly ShownTimeRow[]; contextOf: Awaited<ReturnType<typeof findContexts>> }

export async function withContexts(db: Db, rows: readonly ShownTimeRow[]): Promise<AgendaTimes> {
  return { rows, contextOf: await findContexts(db, rows) }
}

export type DatesWanted = {
  zips: readonly string[]
  /** What is over by then is left out; what runs then comes first. */
  from: Temporal.Instant
  /** From when the limits of an agenda count: 30 days of weekly lines, eleven months of dates. `from` by default. */
  now?: Temporal.Instant
  cursor?: AgendaCursor | undefined
  /** Last start, in epoch milliseconds. */
  until?: number
  most?: number
  category?: number | undefined
  kind?: InstantKind | undefined
  /** How many times that are read apart are worked out at most. */
  maxLines?: number
}

/** `next`: where others follow. */
export type DatesPart = { dates: NearDate[]; lines: AgendaTimes; rows: number; next: AgendaCursor | undefined }

/**
 * The one bounded reader of dates, for the calendar of the API, the pages, feeds and sheets of a town, and whatever lists its dates next:
 * the occurrences in these zips, of businesses that are shown, nearest first, part by part. It costs what it gives, whatever the size
 * of the town, and is sliced in time.
 */
export async function* readDates(db: Db, { most = maxNearDates, ...wanted }: DatesWanted): AsyncGenerator<DatesPart> {
  let part: DatesPart | undefined
  for (let left = most; left > 0; left -= part.dates.length) {
    part = await readPart(db, wanted, { after: part ? part.next : wanted.cursor, lines: part?.lines, most: left })
    yield part
    if (!part.next) return
  }
}

/** Those of all parts. */
export async function listDates(db: Db, wanted: DatesWanted): Promise<NearDate[]> {
  const all: NearDate[] = []
  for await (const { dates } of readDates(db, wanted)) all.push(...dates)
  return all
}

/** Weekly items whose next start depends on more than their days, and links to opening hours, are read apart, at first. */
export async function linesOf(
  db: Db,
  { zips, category, kind, maxLines = 2_000 }: Pick<DatesWanted, 'zips' | 'category' | 'kind' | 'maxLines'>,
  hasOthers = true,
): Promise<AgendaTimes> {
  const rows = hasOthers ? await selectOtherTimes(db, { zips, limit: maxLines }) : []
  const isAsked = (row: ShownTimeRow) => (!category || row.categoryId === category) && (!kind || row.kind === kind)
  return await withContexts(db, rows.filter(isAsked))
}

async function readPart(
  db: Db,
  wanted: DatesWanted,
  { after, lines: known, most }: { after: AgendaCursor | undefined; lines: AgendaTimes | undefined; most: number },
): Promise<DatesPart> {
  const { zips, from, category = null, kind = null } = wanted
  const limit = Math.min(timesAtOnce, most + 1)
  const last = lastStarts(wanted)
  const near = await findNearest(db, { ...windowOf({ zips, from, last, cursor: after, limit }), category, kind })
  const lines = known ?? (await linesOf(db, wanted, near[0]?.hasOthers))
  const end = near.length < limit ? undefined : near.at(-1)
  const next = end && { start: end.nextStart, id: end.instantId }
  const dates = await occurrencesOf([await withContexts(db, firstOfEach(near)), lines], {
    // The second of the last time counts to its end.
    occurrencesOf: agendaBetween(from, next ? earlier(last, next.start + 999) : last, after?.start),
    after,
    until: next,
    most,
  })
  return { dates, lines, next, rows: near.length }
}

function lastStarts({ from, now = from, until = Number.POSITIVE_INFINITY }: DatesWanted): LastStart {
  return earlier(lastAgendaStarts(now.epochMilliseconds), until)
}

const earlier = ({ fixed, recurrent }: LastStart, until: number): LastStart => ({
  fixed: Math.min(fixed, until),
  recurrent: Math.min(recurrent, until),
})

/** Each time once: near a change of clocks a line may be found on two days (`lineRanges`). */
function firstOfEach(rows: readonly NearRow[]): ShownTimeRow[] {
  const seen = new Set<number>()
  return rows.flatMap((row) => {
    if (seen.has(row.id)) return []
    seen.add(row.id)
    return row
  })
}

type Occurring = {
  occurrencesOf: Window
  /** Those after this one, up to that one. */
  after?: AgendaCursor | undefined
  until?: AgendaCursor | undefined
  /** How many; those of the last start and instant stay together. */
  most: number
}

/**
 * The occurrences of these schedules inside a window, by start then instant. Time-sliced: the event loop serves other calls between
 * slices, and a disconnected client ends the work.
 */
export async function occurrencesOf(times: readonly AgendaTimes[], wanted: Occurring): Promise<NearDate[]> {
  let found: NearDate[] = []
  const slices = inSlices()
  for (const { rows, contextOf } of times)
    for (const group of Map.groupBy(rows, ({ instantId }) => instantId).values()) {
      const [row] = group
      if (!row) continue
      const { items, linked } = itemsOfTimes(group)
      const context = { ...contextOf(row), linked }
      for (const occurrence of wanted.occurrencesOf(items, context)) {
        const one = { row, items, context, occurrence, start: Math.floor(occurrence.start / 1_000) * 1_000 }
        if (isWanted(one, wanted)) found.push(one)
      }
      if (found.length > 3 * wanted.most) found = nearest(found, wanted.most)
      if (slices.isSpent()) await slices.next()
    }
  return nearest(found, wanted.most)
}

function isWanted(one: NearDate, { after, until }: Occurring): boolean {
  return !(after && !isAfter(one, after)) && !(until && isAfter(one, until))
}

function isAfter({ row, start: at }: NearDate, { start, id }: AgendaCursor): boolean {
  return at > start || (at === start && row.instantId > id)
}

/**
 * Cuts the occurrences to the nearest ones. All those of the last start and instant stay together: the cursor (start, id) could not
 * separate them.
 */
function nearest(found: NearDate[], most: number): NearDate[] {
  found.sort((a, b) => a.start - b.start || a.row.instantId - b.row.instantId)
  const last = found[most - 1]
  if (!last) return found
  const cursor = { start: last.start, id: last.row.instantId }
  const end = found.findIndex((one, index) => index >= most && isAfter(one, cursor))
  return end < 0 ? found : found.slice(0, end)
}
