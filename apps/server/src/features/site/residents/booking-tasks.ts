import { bookingPushes } from '@parvis/domain/bookings/booking-texts.fr'
import { bookingLetter } from '@parvis/domain/residents/letter.fr'
import { transaction } from '@parvis/postgres'
import type { Config } from '../../../config.ts'
import { readNow } from '../../../db/clock.ts'
import { keptUntilAfter, openedPage } from '../../../gateways/push/push.ts'
import { eachAlone, type Job, type PeriodicTask } from '../../../jobs/job.ts'
import {
  endDueOffers,
  findPushed,
  forgetPeople,
  listDueOffers,
  type PushedBooking,
  pushBookingJob,
  pushTo,
  takeReminders,
} from '../../bookings/index.ts'
import { pushToPerson } from '../../messages/index.ts'
import { mailResident, ticketUrl } from '../../notices/index.ts'
import { residentHome } from '../addresses.ts'

/** The signed link of a mail to one booking. */
export const bookingLink = (config: Config, bookingId: number): string =>
  ticketUrl({ ...config, publicUrl: residentHome(config) }, 'booking', String(bookingId))

/** Tells a resident one sentence about a booking: at once, also at night, by push, or by mail where none reaches. */
export const pushBooking: Job = {
  name: pushBookingJob,
  run: async (deps, payload) => {
    const pushed = payload as PushedBooking
    const { bookingId, userId, body, mailed, key: event, until } = pushed
    const found = await findPushed(deps.db, pushed)
    if (!found) return
    const key = `booking-${bookingId}-${event}`
    const isPushed = await pushToPerson(deps, userId, {
      title: found.companyName,
      body: found.hidesExcerpts ? bookingPushes.hidden : body,
      data: { topic: 'booking', id: String(bookingId) },
      key,
      topic: `booking-${bookingId}`,
      ttl: keptUntilAfter((until - found.now.getTime()) / 1_000),
      urgency: 'high' as const,
      ...openedPage(deps.config.residentUrl, `/mes-places/${bookingId}`),
    })
    if (isPushed) return
    const letter = bookingLetter(mailed, bookingLink(deps.config, bookingId))
    await transaction(deps.db, (tx) => mailResident(tx, { userId, key, letter }))
  },
}

const atOnce = 200

/** Offers without an answer end, and the next of the list is asked. */
const expireOffers: PeriodicTask = {
  name: 'expire-offers',
  everySeconds: 5,
  run: async ({ db }) => {
    await eachAlone(await listDueOffers(db, atOnce), (subject) => transaction(db, (tx) => endDueOffers(tx, subject)))
  },
}

/** Marked and enqueued in one transaction: two workers, or one that dies, remind once. */
const remindBookings: PeriodicTask = {
  name: 'remind-bookings',
  everySeconds: 5,
  run: async ({ db }) => {
    await transaction(db, async (tx) => {
      const now = (await readNow(tx)).epochMilliseconds
      for (const { title, startsAt, endsAt, ...booking } of await takeReminders(tx, atOnce)) {
        const sentence = bookingPushes.reminder({ title, start: startsAt.getTime() }, now)
        await pushTo(tx, { endsAt }, booking, sentence, `reminder-${startsAt.getTime()}`)
      }
    })
  },
}

export const bookingTasks: readonly PeriodicTask[] = [
  expireOffers,
  remindBookings,
  { name: 'forget-booked-people', everySeconds: 3_600, run: ({ db }) => forgetPeople(db) },
]
