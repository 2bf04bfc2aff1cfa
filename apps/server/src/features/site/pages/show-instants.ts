import { leftText } from '@parvis/domain/bookings/seats'
import { type InstantKind, instantCategory, kindNames } from '@parvis/domain/instants/kind'
import {
  type agendaBetween,
  comingDates,
  type Occurrence,
  type ScheduleContext,
} from '@parvis/domain/instants/occurrences'
import type { StoredItem } from '@parvis/domain/instants/schedule'
import { occurrenceStateText } from '@parvis/domain/instants/schedule.fr'
import { nextTakingPlace, takesPlace } from '@parvis/domain/instants/takes-place'
import type { InstantTile } from '@parvis/domain/site/page'
import { occurrenceText, otherDatesText, scheduleText } from '@parvis/domain/site/when.fr'
import type { Temporal } from 'temporal-polyfill'
import type { Config } from '../../../config.ts'
import { momentAt } from '../../../db/clock.ts'
import type { Db } from '../../../db/database.ts'
import { inSlices } from '../../../time-slices.ts'
import type { NearDate } from '../../agenda/index.ts'
import { findContexts, itemsOfTimes } from '../../instants/index.ts'
import { hrefOf, instantPath, type SiteBase } from '../addresses.ts'
import type { SiteBusiness } from '../businesses.queries.ts'
import {
  type AddressedDate,
  findMoments,
  listTimesOfCompanies,
  type SiteTimeRow,
  withAddresses,
} from '../instants.queries.ts'
import { pictureHome, pictureOf, square } from '../pictures.ts'

/** An instant with its schedule and what it does next; `next` is undefined once all is over. */
export type SiteInstant = Omit<SiteTimeRow, 'id' | 'day_type'> & {
  items: StoredItem[]
  /** The hours, states and link that its occurrences follow. */
  context: ScheduleContext
  next: Occurrence | undefined
}

/** The instants of one business, from the nearest of their times. */
export const instantsOf = async (db: Db, { id }: SiteBusiness, now: Temporal.Instant, most: number) =>
  await gatherInstants(db, await listTimesOfCompanies(db, { ids: [id], most }), now)

/** Rows of times as instants, those under way first, then by what comes next. */
export async function gatherInstants(
  db: Db,
  rows: readonly SiteTimeRow[],
  now: Temporal.Instant,
): Promise<SiteInstant[]> {
  const contextOf = await findContexts(db, rows)
  const gathered: SiteInstant[] = []
  const slices = inSlices()
  for (const [first, ...more] of Map.groupBy(rows, ({ instantId }) => instantId).values()) {
    if (!first) continue
    const { items, linked } = itemsOfTimes([first, ...more])
    const context = { ...contextOf(first), linked }
    gathered.push({ ...first, items, context, next: nextTakingPlace(items, now, context) })
    if (slices.isSpent()) await slices.next()
  }
  const at = ({ next }: SiteInstant) => next?.originalStart ?? Number.POSITIVE_INFINITY
  const running = (one: SiteInstant) => (isRunning(one, now) ? 0 : 1)
  return gathered.sort((a, b) => running(a) - running(b) || at(a) - at(b) || a.instantId - b.instantId)
}

/** The instants of these dates, in their order, each with the dates and lines that were read. */
export async function instantsOfDates(db: Db, dates: readonly NearDate[]): Promise<SiteInstant[]> {
  const groups = Map.groupBy(dates, ({ row }) => row.instantId)
  const moments = await findMoments(db, [...groups.keys()])
  const firsts = [...groups.values()].flatMap(([first]) => first ?? [])
  return (await withAddresses(db, firsts)).flatMap(({ row, place, context }) => {
    const group = groups.get(row.instantId) ?? []
    const items = new Map(group.flatMap((date) => date.items.map((item) => [item.id, item] as const)))
    const next = (group.find(({ occurrence }) => takesPlace(occurrence)) ?? group[0])?.occurrence
    const known = moments.get(row.instantId)
    return known ? [{ ...row, ...known, ...place, items: [...items.values()], context, next }] : []
  })
}

/** The dates of these instants that a window shows, soonest first; of each the nearest ones. */
export function datesOf(instants: readonly SiteInstant[], window: Window, most?: number): AddressedDate[] {
  const dates = instants.flatMap((row) =>
    window(row.items, row.context)
      .slice(0, most)
      .map((occurrence) => ({ row, occurrence, place: row })),
  )
  return dates.sort((a, b) => a.occurrence.start - b.occurrence.start || a.row.instantId - b.row.instantId)
}

type Window = ReturnType<typeof agendaBetween>

/** True when it is running as planned: a cancelled, postponed or full date never counts as running. */
export const isRunning = ({ next }: Pick<SiteInstant, 'next'>, now: Temporal.Instant): boolean =>
  next !== undefined && isPlanned(next) && next.originalStart <= now.epochMilliseconds

export const isPlanned = ({ state = 'planned' }: Occurrence): boolean => state === 'planned'

/** The same by what its owner wrote alone: for what is copied elsewhere, where « complet » would stay. */
export function withoutSeats(instant: SiteInstant, now: Temporal.Instant): SiteInstant {
  if (!instant.context.seats) return instant
  const context = { ...instant.context, seats: undefined }
  return { ...instant, context, next: nextTakingPlace(instant.items, now, context) }
}

/** The state of an occurrence in words, and whether it is struck through; of one as planned, what is left of its seats. */
export function stateShown(occurrence: Occurrence): { word?: string; message?: string; isStruck?: boolean } {
  const { state, message, formerStart, originalStart, seats } = occurrence
  if (!state || state === 'planned')
    return seats ? { word: leftText(seats.isClosed ? 'closed' : 'open', seats.left) } : {}
  const former = formerStart ? momentAt(formerStart) : null
  const word = occurrenceStateText({ state, former, at: momentAt(originalStart) })
  return { word, ...(message && { message }), ...(!takesPlace(occurrence) && { isStruck: true }) }
}

export const kindLabel = (kind: InstantKind | null): string => kindNames[kind ?? 'service'].one

export const categoryOfInstant = (id: number): { slug: string; label: string } =>
  instantCategory(id) ?? { slug: 'info', label: 'Info' }

export function instantCard(config: Config, base: SiteBase, one: SiteInstant, now: Temporal.Instant): InstantTile {
  const path = instantPath(one, one)
  return {
    id: one.instantId,
    href: base.host === 'resident' ? path : hrefOf(base, one, path.slice(path.lastIndexOf('/'))),
    name: one.title,
    kind: one.kind ?? 'service',
    kindLabel: kindLabel(one.kind),
    category: one.kind === 'specialOffer' ? null : categoryOfInstant(one.categoryId).label,
    picture: pictureOf(pictureHome(config, base), one.picture, square, ''),
    when: whenText(one, now),
    // A quick offer has one sentence: it is its title.
    line: one.shortDescription === one.title ? '' : one.shortDescription,
    isRunning: isRunning(one, now),
    ...(one.next && stateShown(one.next)),
  }
}

/** The next date and how many more, or the lines of the week. */
function whenText({ items, context, next }: SiteInstant, now: Temporal.Instant): string {
  const [first] = items
  if (!next) return 'Terminé'
  if (first?.kind === 'fixed') {
    const others = comingDates(items, now, context).filter((one) => takesPlace(one) && one.id !== next.id)
    return `${occurrenceText(next, now)}${otherDatesText(others.length)}`
  }
  if (isRunning({ next }, now)) return occurrenceText(next, now)
  return linesText(items)
}

/** `Du lundi au vendredi, 7 h – 9 h`, `Aux heures d’ouverture`. */
export const linesText = (items: SiteInstant['items']): string =>
  items.length === 0 ? atOpeningHours : items.map(scheduleText).join(' · ')

export const atOpeningHours = 'Aux heures d’ouverture'
