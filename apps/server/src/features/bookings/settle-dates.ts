import { type InstantDate, isOff, reminderAt } from '@parvis/domain/bookings/booking'
import { bookingPushes } from '@parvis/domain/bookings/booking-texts.fr'
import type { Transaction } from '../../db/database.ts'
import { listLive, updateBooking } from './bookings.queries.ts'
import { listComing, lockDates, moveDate, type SeatedDate, saveOwn } from './capacities.queries.ts'
import { changeBooking, endedColumns, eventOf, momentsOf, moveList, pushTo } from './change-bookings.ts'

/**
 * Brings the dates that somebody booked to where the schedule stands now, in the transaction that wrote it: a moved one keeps its
 * bookings, one that is gone ends them, who is concerned is told once per change, and the list moves where it may.
 * `dates`: those of the instant to come, whether they are on or paused; `read` is asked only when somebody booked. Answers who was told.
 */
export async function settleDates(
  tx: Transaction,
  instantId: number,
  read: () => Promise<readonly InstantDate[]>,
): Promise<number[]> {
  const subjects = await listComing(tx, instantId)
  if (subjects.length === 0) return []
  const told: number[] = []
  const dates = new Map((await read()).map((date) => [date.name, date]))
  for (const seated of await lockDates(tx, subjects)) {
    const date = dates.get(seated.subject)
    if (date) told.push(...(await settle(tx, seated, date)))
    else await endDate(tx, seated)
  }
  return told
}

/** Where a date stands, as its row keeps it. */
export const columnsOfDate = ({ start, end, state, message, formerStart }: InstantDate) => ({
  startsAt: new Date(start),
  endsAt: new Date(end),
  state,
  message,
  formerStart: formerStart === null ? null : new Date(formerStart),
})

async function settle(tx: Transaction, before: SeatedDate, date: InstantDate): Promise<number[]> {
  const after = { ...before, ...columnsOfDate(date) }
  const sentence = sentenceOf(before, after)
  await moveDate(tx, after)
  const told = sentence ? await notifyEach(tx, after, sentence) : []
  await moveList(tx, after)
  return told
}

/** What those who hold or wait are told of a change; undefined when nothing changes for them. */
function sentenceOf(before: SeatedDate, after: SeatedDate): string | undefined {
  const [was, is] = [momentsOf(before).standing, momentsOf(after).standing]
  const event = eventOf(after)
  if (is.state === 'cancelled') return was.state === 'cancelled' ? undefined : bookingPushes.cancelled(event)
  if (isOff(is)) return isOff(was) && was.state !== 'cancelled' ? undefined : bookingPushes.postponed(event)
  if (is.start !== was.start) return bookingPushes.moved(event)
  return isOff(was) ? bookingPushes.planned(event) : undefined
}

async function notifyEach(tx: Transaction, date: SeatedDate, sentence: string): Promise<number[]> {
  const { standing, now } = momentsOf(date)
  const remind = isOff(standing) ? undefined : reminderAt(standing.start, now)
  const live = await listLive(tx, date.subject)
  for (const booking of live) {
    if (remind !== undefined && booking.code !== null)
      await updateBooking(tx, { ...booking, remindAt: remind === null ? null : new Date(remind) })
    await pushTo(tx, date, booking, sentence, `change-${standing.state}-${standing.start}-${now}`)
  }
  return live.flatMap(({ userId }) => userId ?? [])
}

/** Ends every booking of a date that is gone. */
async function endDate(tx: Transaction, date: SeatedDate): Promise<void> {
  for (const booking of await listLive(tx, date.subject)) {
    await changeBooking(tx, date, booking, endedColumns('owner'))
    await pushTo(tx, date, booking, bookingPushes.removed(eventOf(date), ''), 'removed')
  }
  await saveOwn(tx, date.subject, null, date.title)
}
