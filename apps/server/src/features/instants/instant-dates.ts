import { bookableDates, closedWhy, type InstantDate, type SeatSettings } from '@parvis/domain/bookings/booking'
import { capacityOf, closingOf, seatsLeft } from '@parvis/domain/bookings/seats'
import { instantOfParis, readParisLocal, writeParisIso } from '@parvis/domain/kernel/paris-time'
import { toDate, toInstant } from '../../db/clock.ts'
import type { Db, Transaction } from '../../db/database.ts'
import { columnsOfDate, type DateRow, findSeatSettings, listSeats, settleDates } from '../bookings/index.ts'
import { type DatedInstant, findDatedInstant } from './instants.queries.ts'
import { findContexts } from './schedule-contexts.ts'
import { storedScheduleOf } from './stored-schedule.ts'

/** The dates of an instant that people may book, with what is taken of each. */
export type BookableInstant = {
  instant: DatedInstant
  dates: InstantDate[]
  seats: DateRow[]
  settings: SeatSettings
  now: Date
}

const pastDays = 30

/** `lock`: the schedule stays as it is until the transaction ends. */
export async function readBookable(db: Db, instantId: number, lock?: 'lock'): Promise<BookableInstant | undefined> {
  const instant = await findDatedInstant(db, instantId, lock)
  if (!instant) return undefined
  const [dates, seats, settings] = [
    await datesOf(db, instant),
    await listSeats(db, instantId, pastDays),
    await findSeatSettings(db, instantId),
  ]
  return { instant, dates, seats, settings, now: instant.now }
}

/** Whether the name is that of a date which the instant had, and which is over. */
export async function isOverDate(db: Db, { instant }: BookableInstant, name: string): Promise<boolean> {
  const day = name.split('-').slice(1).join('-')
  const local = readParisLocal(`${day || '1970-01-01'} 00:00`)
  const before = local && instantOfParis(local)
  if (!before || before.epochMilliseconds > instant.now.getTime()) return false
  return (await datesOf(db, { ...instant, now: toDate(before) })).some((date) => date.name === name)
}

/** Dates to come; `even`: those of a paused item or of a closed day too, which are hidden and not gone. */
async function datesOf(db: Db, instant: DatedInstant, even?: 'hidden'): Promise<InstantDate[]> {
  const { items } = storedScheduleOf(instant)
  const row = contextRow(even ? { ...instant, pauses_when_closed: false } : instant)
  const contextOf = await findContexts(db, [row])
  const wanted = even ? items.map((item) => ({ ...item, enabled: true })) : items
  return bookableDates(wanted, toInstant(instant.now), contextOf(row))
}

export const contextRow = (instant: DatedInstant) => ({
  instantId: instant.id,
  companyId: instant.company_id,
  starts_at: null,
  hasStates: instant.occurrence_states !== null,
  // The list of a date that is full stays open: bookings are judged by the state that was written.
  hasSeats: false,
  eventState: instant.event_state,
  eventMessage: instant.state_message,
  pausesWhenClosed: instant.pauses_when_closed,
  hoursVersion: instant.hoursVersion,
  companyZip: instant.companyZip,
})

/** After a schedule or a state was written; without `stays`, the instant is about to go. Answers who was told that a date changed. */
export async function settleInstant(tx: Transaction, instantId: number, stays = true): Promise<number[]> {
  return await settleDates(tx, instantId, async () => {
    const instant = stays ? await findDatedInstant(tx, instantId) : undefined
    return instant ? await datesOf(tx, instant, 'hidden') : []
  })
}

const nobody = { own: null, taken: 0, waiting: 0, came: 0 }

/** What is left of a date, and why nobody new may book it. */
export function seatsOfDate({ seats, settings, now }: Omit<BookableInstant, 'instant' | 'dates'>, date: InstantDate) {
  const found = seats.find(({ subject }) => subject === date.name) ?? nobody
  const { own, taken, waiting, came } = found
  const capacity = capacityOf(settings.capacity, found)
  const closesAt = closingOf(date.start, settings.closesMinutes)
  const why = capacity === null ? ('closed' as const) : closedWhy(date, closesAt, now.getTime())
  return { own, capacity, taken, left: seatsLeft(capacity, taken), waiting, came, closesAt, why }
}

/** A date as both doors answer it. */
export function presentSeats(found: BookableInstant, date: InstantDate) {
  const { own, why, closesAt, ...seats } = seatsOfDate(found, date)
  const state = seats.left === 0 ? ('full' as const) : ('open' as const)
  return {
    date: date.name,
    start: writeParisIso(date.start),
    end: writeParisIso(date.end),
    ...seats,
    closesAt: writeParisIso(closesAt),
    own: own !== null,
    state: why ? ('closed' as const) : state,
  }
}

/** The row of a date, as it is made when somebody first books it. */
export const dateToLock = ({ instant }: BookableInstant, date: InstantDate) => ({
  companyId: instant.company_id,
  instantId: instant.id,
  subject: date.name,
  ...columnsOfDate(date),
})
