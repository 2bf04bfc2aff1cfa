import { bookingPushes } from '@parvis/domain/bookings/booking-texts.fr'
import { refusal } from '@parvis/domain/refusals'
import type { Transaction } from '../../db/database.ts'
import { fullRefusal, lockBooking } from './book-seats.ts'
import { anonymise, findMine, findOnDate, giveTo, listSubjects } from './bookings.queries.ts'
import { type DateToLock, lockDate, lockDates, type SeatedDate, saveOwn } from './capacities.queries.ts'
import {
  addBooking,
  changeBooking,
  endedColumns,
  eventOf,
  heldColumns,
  moveList,
  pushTo,
  seatsLeftOf,
} from './change-bookings.ts'

// What happens to bookings but by their resident's own act: the owner's list, and residents who go or are joined.

type ByHand = { name: string; seats: number; note: string; overCapacity: boolean }

/** Somebody added by hand holds seats at once; beyond the capacity only when asked twice. */
export async function addByHand(tx: Transaction, date: SeatedDate, typed: ByHand): Promise<number> {
  const { name, seats, note, overCapacity } = typed
  if (seats > seatsLeftOf(date) && !overCapacity) throw await fullRefusal(tx, date)
  const held = await heldColumns(tx, date)
  return await addBooking(tx, date, { userId: null, name, seats, note, source: 'owner', ...held })
}

/** « Venu », or taken back; the first moment stays, and so does the reminder, which only who holds a seat is sent. */
export async function markCame(tx: Transaction, date: SeatedDate, id: number, came: boolean): Promise<number> {
  const booking = await findOnDate(tx, date.subject, id)
  if (!booking) throw refusal('bookings.not_found')
  if (booking.state !== 'held' && booking.state !== 'came') throw refusal('bookings.ended')
  if (came !== (booking.state === 'came'))
    await changeBooking(tx, date, booking, came ? { state: 'came', cameAt: date.now } : { state: 'held', cameAt: null })
  return id
}

/** Ends a booking with a word to its resident, who does not book that date again. */
export async function removeByOwner(tx: Transaction, instantId: number, id: number, reason: string): Promise<void> {
  const locked = await lockBooking(tx, id)
  if (locked?.date.instantId !== instantId) throw refusal('bookings.not_found')
  const { date, booking } = locked
  if (booking.state === 'ended' && booking.endedBy === 'owner') return
  const isNotified = booking.state !== 'ended' && date.endsAt > date.now
  await changeBooking(tx, date, booking, endedColumns('owner', reason))
  const event = eventOf(date)
  const [body, mailed] = [bookingPushes.removed(event, reason), bookingPushes.removed(event, '')]
  if (isNotified) await pushTo(tx, date, booking, body, 'removed', mailed)
  await moveList(tx, date)
}

/** The capacity of one date alone; null gives it the common one back. */
export async function saveOwnCapacity(tx: Transaction, date: DateToLock, own: number | null): Promise<void> {
  await lockDate(tx, date)
  await saveOwn(tx, date.subject, own)
}

/** « Tout effacer »: gives back what is to come and empties the rest; the seats of the past stay counted. */
export async function leaveBookings(tx: Transaction, userId: number): Promise<void> {
  for (const date of await lockDates(tx, await listSubjects(tx, [userId]))) {
    const mine = await findMine(tx, date.subject, userId)
    if (!mine || mine.state === 'ended' || mine.state === 'came' || date.endsAt <= date.now) continue
    await changeBooking(tx, date, mine, endedColumns('resident'))
    await moveList(tx, date)
  }
  await anonymise(tx, { userId })
}

const better = ['came', 'held', 'offered', 'waiting', 'ended'] as const

/** Joining two residents: on each date the better state stays, then the older; the other's seats go free. */
export async function joinBookings(tx: Transaction, { from, into }: { from: number; into: number }): Promise<void> {
  for (const date of await lockDates(tx, await listSubjects(tx, [from, into]))) {
    const [mine, theirs] = [await findMine(tx, date.subject, from), await findMine(tx, date.subject, into)]
    if (mine && theirs) {
      const rank = better.indexOf(mine.state) - better.indexOf(theirs.state)
      const isMine = rank < 0 || (rank === 0 && mine.bookedAt < theirs.bookedAt)
      const lost = isMine ? theirs : mine
      if (lost.state !== 'ended') await changeBooking(tx, date, lost, endedColumns('resident'))
      await anonymise(tx, lost)
      await moveList(tx, date)
    }
  }
  await giveTo(tx, { from, into })
}
