import type { Temporal } from 'temporal-polyfill'
import { type EventState, isOffState } from '../instants/event-state.ts'
import { comingDates, type Occurrence, type ScheduleContext, windowOfDays } from '../instants/occurrences.ts'
import type { StoredItem } from '../instants/schedule.ts'
import { dateOfDay, parisDayNumber, wallMoment } from '../kernel/paris-days.ts'
import type { SeatPlan } from './seats.ts'

/** Seats on the dates of an instant (places-and-letter.md, part A). Moments are epoch milliseconds. */

export type BookingState = 'waiting' | 'offered' | 'held' | 'came' | 'ended'
export type EndedBy = 'resident' | 'owner' | 'clock'

const takingStates: readonly BookingState[] = ['offered', 'held', 'came']

/** The seats that a booking takes of its date. */
export const seatsTaken = ({ state, seats }: { state: BookingState; seats: number }): number =>
  takingStates.includes(state) ? seats : 0

/** How an instant takes bookings; `capacity` null: none is new. */
export type SeatSettings = Omit<SeatPlan, 'savedAt' | 'dates' | 'now'> & { version: number }

export const usualSeats: SeatSettings = {
  version: 0,
  capacity: null,
  perPerson: 2,
  closesMinutes: 0,
  phoneNeeded: false,
}

/** Bounds of what is typed, both included. */
export const seatBounds = {
  capacity: [1, 500],
  perPerson: [1, 10],
  closesMinutes: [0, 10_080],
  byHand: [1, 50],
} as const
export const maxBookingNote = 100
export const maxBookingReason = 200

/** A date that people may book: `name` is the id of a fixed date, or that of a weekly item and its day, as in feeds. */
export type InstantDate = {
  name: string
  start: number
  end: number
  state: EventState
  message: string | null
  formerStart: number | null
}

const weeklyDays = 30

/** The fixed dates that are not over and the weekly ones of 30 days, by start; none of an instant linked to the hours. */
export function bookableDates(
  items: readonly StoredItem[],
  now: Temporal.Instant,
  context: ScheduleContext,
): InstantDate[] {
  const own = { ...context, linked: undefined }
  const lines = items.filter((item) => item.kind === 'recurrent')
  const weekly = windowOfDays(now, weeklyDays)(lines, own).filter(({ end }) => end > now.epochMilliseconds)
  return [
    ...comingDates(items, now, own).map((one) => dateOf(one, String(one.id))),
    ...weekly.map((one) => dateOf(one, weeklyName(one))),
  ].sort((one, other) => one.start - other.start || (one.name < other.name ? -1 : 1))
}

/** The name of a weekly occurrence: `812-2027-03-12`. */
const weeklyName = ({ id, originalStart }: Occurrence): string => `${id}-${dateOfDay(parisDayNumber(originalStart))}`

const dateOf = ({ originalStart, end, state, message, formerStart }: Occurrence, name: string): InstantDate => ({
  name,
  start: originalStart,
  end,
  state: state ?? 'planned',
  message: message ?? null,
  formerStart: formerStart ?? null,
})

const minute = 60_000
const hour = 60 * minute

type Standing = Pick<InstantDate, 'start' | 'state' | 'formerStart'>

/** True when nothing takes place then as far as anybody knows: the list stands still. */
export const isOff = ({ state, formerStart }: Pick<Standing, 'state' | 'formerStart'>): boolean =>
  isOffState(state, formerStart !== null)

/** Why nobody new may book: the date is off, « complet » by hand, or its list is closed. */
export function closedWhy(date: Standing, closesAt: number, now: number): 'cancelled' | 'closed' | undefined {
  if (date.state === 'cancelled') return 'cancelled'
  return isOff(date) || date.state === 'full' || now >= closesAt ? 'closed' : undefined
}

/** True when a freed seat is offered to who waits. */
export const isListMoving = (date: Standing, closesAt: number, now: number): boolean => !isOff(date) && now < closesAt

/** The first waiting whose numbers fit, in the order of the list: what is left goes down it. */
export function nextOffered<T extends { seats: number }>(waiting: readonly T[], left: number): T[] {
  let rest = left
  return waiting.filter(({ seats }) => {
    if (seats > rest) return false
    rest -= seats
    return true
  })
}

/** Until when an offer waits for its answer: an eighth of the time to the start, by day, never after the closing. */
export function answerBy(now: number, start: number, closesAt: number): number {
  const wait = Math.min(12 * hour, Math.max(15 * minute, (start - now) / 8))
  const at = now + Math.round(wait / minute) * minute
  const day = parisDayNumber(at)
  const morning = wallMoment(day, 9 * 60)
  const byDay = at < morning ? morning : at >= wallMoment(day, 21 * 60) ? wallMoment(day + 1, 9 * 60) : at
  return Math.min(byDay, closesAt)
}

/**
 * When who holds a seat is reminded: the day before at 18:00; who booked later, and three hours before or more, one hour before; else
 * never.
 */
export function reminderAt(start: number, bookedAt: number): number | null {
  const evening = wallMoment(parisDayNumber(start) - 1, 18 * 60)
  if (bookedAt < evening) return evening
  return start - bookedAt >= 3 * hour ? start - hour : null
}

/** What its resident may do with a booking: never once the date is over. */
export function bookingActions({ state, end }: { state: BookingState; end: number }, now: number) {
  if (now >= end) return []
  if (state === 'offered') return ['accept', 'withdraw'] as const
  return state === 'waiting' || state === 'held' ? (['withdraw'] as const) : []
}
