import { answerBy, isListMoving, isOff, nextOffered, reminderAt, seatsTaken } from '@parvis/domain/bookings/booking'
import { bookingPushes, filledText } from '@parvis/domain/bookings/booking-texts.fr'
import { capacityOf, closingOf, seatsLeft } from '@parvis/domain/bookings/seats'
import type { Transaction } from '../../db/database.ts'
import { notifyLive } from '../../db/notify.queries.ts'
import { enqueue } from '../../jobs/job.ts'
import { notifyOfFact } from '../notices/index.ts'
import {
  type Booking,
  insertBooking,
  listAwaited,
  listDueOf,
  listQueue,
  type NewBooking,
  updateBooking,
} from './bookings.queries.ts'
import { give, lockDates, nextRank, type SeatedDate, take, takeCode } from './capacities.queries.ts'

/** Moments of a date, as the rules judge them. */
export const momentsOf = ({ startsAt, endsAt, state, formerStart, settings, now }: SeatedDate) => {
  const start = startsAt.getTime()
  return {
    standing: { start, state, formerStart: formerStart?.getTime() ?? null },
    end: endsAt.getTime(),
    closesAt: closingOf(start, settings.closesMinutes),
    now: now.getTime(),
  }
}

export const seatsLeftOf = (date: SeatedDate): number => seatsLeft(capacityOf(date.settings.capacity, date), date.taken)

const noSeat = { endedBy: null, code: null, rank: null, answerBy: null, reason: '', remindAt: null } as const

/** Columns of a booking that holds its seats, with a code. */
export async function heldColumns(tx: Transaction, date: SeatedDate) {
  const remind = reminderAt(date.startsAt.getTime(), date.now.getTime())
  return {
    ...noSeat,
    state: 'held' as const,
    code: await takeCode(tx, date.companyId),
    remindAt: remind === null ? null : new Date(remind),
  }
}

/** Columns of a booking at the end of the list. */
export async function waitingColumns(tx: Transaction, { subject }: SeatedDate) {
  return { ...noSeat, state: 'waiting' as const, rank: await nextRank(tx, subject) }
}

export const endedColumns = (endedBy: NonNullable<Booking['endedBy']>, reason = '') =>
  ({ ...noSeat, state: 'ended', endedBy, reason, cameAt: null }) as const

/** Adds a booking to a date that is locked; answers its id. */
export async function addBooking(tx: Transaction, date: SeatedDate, booking: NewBooking): Promise<number> {
  const id = await insertBooking(tx, date, booking)
  await moveSeats(tx, date, seatsTaken(booking))
  await notifyChange(tx, date, booking.userId)
  return id
}

/** Changes a booking of a date that is locked: the date counts what its row really changed. `isNew`: it is taken up again. */
export async function changeBooking(
  tx: Transaction,
  date: SeatedDate,
  before: Booking,
  change: Partial<Booking>,
  isNew = false,
): Promise<void> {
  const after = { ...before, ...change }
  await updateBooking(tx, after, isNew)
  await moveSeats(tx, date, seatsTaken(after) - seatsTaken(before))
  await notifyChange(tx, date, before.userId)
}

async function moveSeats(tx: Transaction, date: SeatedDate, delta: number): Promise<void> {
  if (delta > 0) await take(tx, date, delta, null)
  if (delta < 0) await give(tx, date, -delta)
  const had = seatsLeftOf(date)
  date.taken += delta
  if (delta > 0 && had > 0 && seatsLeftOf(date) === 0) await notifyFilled(tx, date)
}

/** The owner is told once per date. */
async function notifyFilled(tx: Transaction, { companyId, subject, instantId, title, startsAt }: SeatedDate) {
  await notifyOfFact(tx, {
    companyId,
    kind: 'message',
    event: `filled-${subject}`,
    fact: { sentence: filledText({ title, start: startsAt.getTime() }), path: `/instants/${instantId}/places` },
  })
}

async function notifyChange(tx: Transaction, { companyId, instantId }: SeatedDate, userId: number | null) {
  const person = userId === null ? [] : [`user:${userId}` as const]
  await notifyLive(tx, { topic: 'instant', id: instantId }, [`company:${companyId}`, ...person])
}

/**
 * Offers what is free to the first of the list whose numbers fit, in the transaction that freed it. While nobody is shown the
 * page the list stands still.
 */
export async function moveList(tx: Transaction, date: SeatedDate): Promise<void> {
  const { standing, closesAt, now } = momentsOf(date)
  if (date.isHidden || seatsLeftOf(date) === 0 || !isListMoving(standing, closesAt, now)) return
  const until = answerBy(now, standing.start, closesAt)
  for (const booking of nextOffered(await listQueue(tx, date.subject), seatsLeftOf(date))) {
    await changeBooking(tx, date, booking, { ...noSeat, state: 'offered', answerBy: new Date(until) })
    await pushTo(tx, date, booking, bookingPushes.offered(eventOf(date), until, now), `offered-${until}`)
  }
}

/** Offers what became free while the business was suspended. */
export async function moveListsOf(tx: Transaction, companyId: string): Promise<void> {
  for (const date of await lockDates(tx, await listAwaited(tx, companyId))) await moveList(tx, date)
}

export const eventOf = ({ title, startsAt }: SeatedDate) => ({ title, start: startsAt.getTime() })

export const pushBookingJob = 'push-booking'
/**
 * What that job carries: `until` is the end of the date, in epoch milliseconds; `mailed`: by mail no word of the shop's leaves.
 */
export type PushedBooking = {
  bookingId: number
  userId: number
  key: string
  until: number
} & Sentences
type Sentences = { body: string; mailed: string }

/** Tells the resident of a booking a sentence, by push or by mail, once per key; by the shop's hand nobody is told. */
export async function pushTo(
  tx: Transaction,
  { endsAt }: Pick<SeatedDate, 'endsAt'>,
  { id, userId }: Pick<Booking, 'id' | 'userId'>,
  body: string,
  key: string,
  mailed = body,
): Promise<void> {
  if (userId === null) return
  const pushed: PushedBooking = { bookingId: id, userId, body, mailed, key, until: endsAt.getTime() }
  await enqueue(tx, pushBookingJob, pushed)
}

/** Ends the offers of a date that ran out, and offers the seats to the next ones; while it is off, or hidden, it rests. */
export async function endDueOffers(tx: Transaction, subject: string): Promise<void> {
  const [date] = await lockDates(tx, [subject])
  if (!date || date.isHidden || isOff(momentsOf(date).standing)) return
  for (const booking of await listDueOf(tx, date.subject)) await changeBooking(tx, date, booking, endedColumns('clock'))
  await moveList(tx, date)
}
