import type { DraftReason } from '@parvis/domain/calendars/calendar'
import {
  type CalendarEvent,
  isElsewhere,
  mergeDates,
  type OwnedGroup,
  textsOfEvent,
} from '@parvis/domain/calendars/imported-event'
import { isLikeTitle } from '@parvis/domain/calendars/same-day'
import type { StoredSchedule } from '@parvis/domain/instants/full-schedule'
import type { CapCounts } from '@parvis/domain/instants/kind'
import type { ScheduleItem, StoredItem } from '@parvis/domain/instants/schedule'
import { parisDay } from '@parvis/domain/kernel/paris-time'
import { Temporal } from 'temporal-polyfill'
import { momentAt } from '../../db/clock.ts'
import type { Db, Transaction } from '../../db/database.ts'
import type { LockedCompany } from '../company/index.ts'
import {
  fingerprintsOf,
  ownedOf,
  selectCompanyInstants,
  storedScheduleOf,
  type TravellingInstant,
  type WithSchedule,
} from '../instants/index.ts'
import { townOfAddress } from '../towns/index.ts'
import type { CalendarRow, EventRow, Publisher } from './calendars.queries.ts'

export type Instant = TravellingInstant & WithSchedule

/** An instant that came from a calendar, with the groups that a hand changed. */
export type Imported = { row: EventRow; instant: Instant; schedule: StoredSchedule; owned: ReadonlySet<OwnedGroup> }

/** One reading being written, its company locked. */
export type Import = {
  tx: Transaction
  companyId: string
  calendar: CalendarRow
  plan: LockedCompany
  publisher: Publisher
  counts: CapCounts
  /** The instants that were written by hand. */
  byHand: readonly Instant[]
  /** Copies of the profile picture, one for each new instant. */
  pictures: string[]
}

/** The instants of a company, by id. */
export const instantsById = async (db: Db, companyId: string): Promise<Map<number, Instant>> =>
  new Map((await selectCompanyInstants(db, { companyId })).map((instant) => [instant.id, instant]))

/** None of an event that is left out, or whose instant was deleted by hand. */
export function importedOf(row: EventRow, all: ReadonlyMap<number, Instant>): Imported[] {
  const instant = all.get(row.instant_id ?? 0)
  if (!instant || !row.written) return []
  const schedule = storedScheduleOf(instant)
  return [{ row, instant, schedule, owned: ownedOf(row.written, instant, schedule.items) }]
}

export const isComing = ({ schedule }: Pick<Imported, 'schedule'>, now: Temporal.Instant): boolean =>
  schedule.items.some((item) => item.kind === 'fixed' && Temporal.Instant.compare(item.end, now) > 0)

/** The fingerprints of what is stored now; a group of a hand keeps its own, which differs. */
export function writtenAfter({ row, owned }: Imported, instant: Instant, items: readonly StoredItem[]) {
  const now = fingerprintsOf(instant, items)
  for (const group of owned) now[group] = row.written?.[group] ?? ''
  return now
}

const leastAddress = 5

/** Texts and place of an event; without a location it is where the business is. */
export function columnsOfEvent({ publisher }: Import, event: CalendarEvent) {
  const { name, profile_picture: _, ...own } = publisher
  const located = { ...own, address: event.location, latitude: null, longitude: null }
  return { texts: textsOfEvent(event, name), place: event.location.length < leastAddress ? own : located }
}

/** The dates after a reading. A hand's dates stay; one of them that the calendar takes out is cancelled all the same. */
export function itemsAfter(
  { schedule, owned }: Imported,
  event: CalendarEvent,
  { now, isPublished }: { now: Temporal.Instant; isPublished: boolean },
): readonly ScheduleItem[] {
  const states = !owned.has('state')
  const { items } = schedule
  if (!owned.has('dates')) {
    if (event.dates.length === 0 && event.excluded.length === 0) return items
    return mergeDates(items, event, { now: now.epochMilliseconds, isPublished, states, make: momentAt })
  }
  const out = new Set(states && isPublished ? event.excluded : [])
  return items.map((item) =>
    item.kind === 'fixed' && out.has(item.start.epochMilliseconds) && Temporal.Instant.compare(item.end, now) > 0
      ? { ...item, state: 'cancelled' as const, message: null }
      : item,
  )
}

/** What keeps an imported instant a draft, whatever its owner chose. */
export function draftReason(
  { publisher, byHand }: Import,
  event: CalendarEvent,
): { why: DraftReason | null; like: number | null } {
  const { zip_code: zip, city } = publisher
  if (isElsewhere(event.location, [zip, ...(townOfAddress({ zip, city })?.zips ?? [])]))
    return { why: 'elsewhere', like: null }
  const dayOf = (milliseconds: number) => parisDay(momentAt(milliseconds)).toString()
  const days = new Set(event.dates.map(({ start }) => dayOf(start)))
  const like = byHand.find(
    ({ title, times }) =>
      isLikeTitle(title, event.title) && times.some(([, start]) => start && days.has(dayOf(Date.parse(start)))),
  )
  return like ? { why: 'like', like: like.id } : { why: null, like: null }
}
