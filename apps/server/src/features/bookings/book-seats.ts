import { closedWhy } from '@parvis/domain/bookings/booking'
import { cancelledText, tooManyText } from '@parvis/domain/bookings/bookings.refusals.fr'
import { capacityOf } from '@parvis/domain/bookings/seats'
import { refusal } from '@parvis/domain/refusals'
import type { Transaction } from '../../db/database.ts'
import { type Booking, countQueue, findMine, findOnDate, findSubject } from './bookings.queries.ts'
import { lockDates, type SeatedDate } from './capacities.queries.ts'
import {
  addBooking,
  changeBooking,
  endedColumns,
  heldColumns,
  momentsOf,
  moveList,
  seatsLeftOf,
  waitingColumns,
} from './change-bookings.ts'

export type Wish = { userId: number; name: string; seats: number; wait: boolean }

/**
 * Books seats on a date that is locked, or joins its list; answers the id. The same again changes nothing; another number is taken when
 * it fits. Who was removed by the owner does not come back.
 */
export async function bookSeats(tx: Transaction, date: SeatedDate, wish: Wish): Promise<number> {
  const mine = await findMine(tx, date.subject, wish.userId)
  if (mine && mine.state !== 'ended') return await changeNumber(tx, date, mine, wish.seats)
  if (mine?.endedBy === 'owner') throw refusal('bookings.ended')
  refuseClosed(date)
  const { seats, name, userId } = wish
  const fits = seats <= seatsLeftOf(date)
  if (!fits && !wish.wait) throw await fullRefusal(tx, date)
  const columns = fits ? await heldColumns(tx, date) : await waitingColumns(tx, date)
  if (!mine) return await addBooking(tx, date, { userId, name, seats, source: 'site', note: '', ...columns })
  await changeBooking(tx, date, mine, { name, seats, ...columns }, true)
  return mine.id
}

async function changeNumber(tx: Transaction, date: SeatedDate, mine: Booking, seats: number): Promise<number> {
  if (mine.seats === seats) return mine.id
  if (mine.state === 'came') throw refusal('bookings.ended')
  refuseClosed(date)
  const isWaiting = mine.state === 'waiting'
  if ((isWaiting ? seats : seats - mine.seats) > seatsLeftOf(date)) throw await fullRefusal(tx, date)
  await changeBooking(tx, date, mine, { seats, ...(isWaiting && (await heldColumns(tx, date))) })
  await moveList(tx, date)
  return mine.id
}

/** 409 BOOKING_CLOSED where nobody new may book. */
function refuseClosed(date: SeatedDate): void {
  const { standing, closesAt, now } = momentsOf(date)
  const why = capacityOf(date.settings.capacity, date) === null ? 'closed' : closedWhy(standing, closesAt, now)
  if (why) throw closedRefusal(why)
}

export const closedRefusal = (why: 'cancelled' | 'closed') =>
  refusal('bookings.closed', why === 'cancelled' ? { message: cancelledText } : {})

/** 409 BOOKING_FULL with what is left and how many wait. */
export const fullOf = (left: number, waiting: number) =>
  refusal('bookings.full', { message: tooManyText(left), details: { left, waiting } })

export async function fullRefusal(tx: Transaction, date: SeatedDate) {
  return fullOf(seatsLeftOf(date), await countQueue(tx, date.subject))
}

/** Takes the seats that were offered; twice is once. */
export async function acceptSeats(tx: Transaction, userId: number, id: number): Promise<void> {
  const { date, booking } = await lockMine(tx, userId, id)
  if (booking.state === 'held') return
  const isInTime = booking.state === 'offered' && booking.answerBy !== null && booking.answerBy > date.now
  if (!isInTime || date.endsAt <= date.now) throw refusal('bookings.ended')
  await changeBooking(tx, date, booking, await heldColumns(tx, date))
}

/** Gives the seats back to the next of the list, or leaves it; twice is once. */
export async function withdrawSeats(tx: Transaction, userId: number, id: number): Promise<void> {
  const { date, booking } = await lockMine(tx, userId, id)
  if (booking.state === 'ended') return
  if (booking.state === 'came' || date.endsAt <= date.now) throw refusal('bookings.ended')
  await changeBooking(tx, date, booking, endedColumns('resident'))
  await moveList(tx, date)
}

/** A booking of that person, its date locked first. */
async function lockMine(tx: Transaction, userId: number, id: number) {
  const locked = await lockBooking(tx, id)
  if (locked?.booking.userId !== userId) throw refusal('bookings.not_found')
  return locked
}

/** Any booking, its date locked first. */
export async function lockBooking(tx: Transaction, id: number) {
  const subject = await findSubject(tx, id)
  const [date] = subject === undefined ? [] : await lockDates(tx, [subject])
  const booking = date && (await findOnDate(tx, date.subject, id))
  return booking && { date, booking }
}
