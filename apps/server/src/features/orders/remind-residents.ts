import { orderLetter } from '@parvis/domain/residents/letter.fr'
import { clockText } from '@parvis/domain/site/when.fr'
import { transaction } from '@parvis/postgres'
import { toInstant } from '../../db/clock.ts'
import { keptUntilAfter, openedPage } from '../../gateways/push/push.ts'
import { enqueue, type Job, type PeriodicTask } from '../../jobs/job.ts'
import { pushToPerson } from '../messages/index.ts'
import { mailResident } from '../notices/index.ts'
import { findReminder, markReminded } from './reminders.queries.ts'

const remindResidentJob = 'remind-resident'

/** Marked and enqueued in one transaction: two workers, or one that dies, remind once. */
export const orderReminders: PeriodicTask = {
  name: 'remind-residents',
  everySeconds: 20,
  run: async ({ db }) => {
    await transaction(db, async (tx) => {
      for (const orderId of await markReminded(tx)) await enqueue(tx, remindResidentJob, { orderId })
    })
  },
}

/**
 * Tells a resident's devices that their pick-up is within the hour, by a push, or by mail where none reaches; at once, also at night.
 * An order that ended since is passed over. A crash after sending sends again under the same key, which a device shows once.
 */
export const remindResident: Job = {
  name: remindResidentJob,
  run: async (deps, payload) => {
    const { db, config } = deps
    const { residentUrl } = config
    const { orderId } = payload as { orderId: number }
    const order = await findReminder(db, orderId)
    if (!order) return
    const time = clockText(toInstant(order.pickupAt))
    const notice = {
      title: order.companyName,
      body: order.hidesExcerpts ? 'Rappel de commande' : `Votre commande vous attend à ${time}.`,
      data: { topic: 'discussion', id: order.discussionId },
      key: `order-reminder-${orderId}`,
      topic: `order-${orderId}`,
      ttl: keptUntilAfter(order.secondsLeft),
      urgency: 'high' as const,
      ...openedPage(residentUrl, `/mes-commandes/${orderId}`),
    }
    if (await pushToPerson(deps, order.residentId, notice)) return
    const letter = orderLetter(order.companyName, 'reminder', `${residentUrl}/mes-commandes/${orderId}`)
    const mail = { userId: order.residentId, key: `order-reminder-${orderId}`, letter }
    await transaction(db, (tx) => mailResident(tx, mail))
  },
}
