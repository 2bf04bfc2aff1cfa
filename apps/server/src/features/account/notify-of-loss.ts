import { bookingPushes } from '@parvis/domain/bookings/booking-texts.fr'
import { goneText, hiddenOrderText, lostOrderText } from '@parvis/domain/orders/order-messages.fr'
import { bookingLetter } from '@parvis/domain/residents/letter.fr'
import { transaction } from '@parvis/postgres'
import { z } from 'zod'
import { toInstant } from '../../db/clock.ts'
import type { Transaction } from '../../db/database.ts'
import { keptUntilAfter, openedPage } from '../../gateways/push/push.ts'
import { enqueue, type Job } from '../../jobs/job.ts'
import { listBookersOf } from '../bookings/index.ts'
import { pushToPerson } from '../messages/index.ts'
import { mailResident } from '../notices/index.ts'
import { listOrderers } from '../orders/index.ts'
import { residentHome } from '../towns/index.ts'
import { findNoticeSettings } from './erase-account.queries.ts'

const lossJob = 'notify-of-loss'
/** `hidden`: what a screen shows whose owner hides excerpts; `until`: when what was lost would have taken place. */
const loss = z.object({
  userId: z.number(),
  companyName: z.string(),
  body: z.string(),
  hidden: z.string(),
  key: z.string(),
  until: z.coerce.date(),
})

/** Tells residents of the seats and orders to come that go with these businesses; to be called before they are erased. */
export async function notifyOfLosses(tx: Transaction, companyIds: readonly string[]): Promise<void> {
  for (const { title, startsAt, ...booker } of await listBookersOf(tx, companyIds)) {
    const body = bookingPushes.removed({ title, start: startsAt.getTime() }, goneText(booker.companyName))
    await enqueue(tx, lossJob, { ...booker, body, hidden: bookingPushes.hidden })
  }
  for (const orderer of await listOrderers(tx, companyIds)) {
    const body = `${lostOrderText(toInstant(orderer.until))} ${goneText(orderer.companyName)}`
    await enqueue(tx, lossJob, { ...orderer, body, hidden: hiddenOrderText })
  }
}

/** At once, also at night, by push, or by mail where none reaches; the job carries what the erased rows said. */
export const notifyOfLoss: Job = {
  name: lossJob,
  run: async (deps, payload) => {
    const { userId, companyName, body, hidden, until, key: about } = loss.parse(payload)
    const person = await findNoticeSettings(deps.db, userId)
    if (!person) return
    const [key, path] = [`loss-${about}`, '/mes-abonnements']
    const isPushed = await pushToPerson(deps, userId, {
      title: companyName,
      body: person.hidesExcerpts ? hidden : body,
      data: { topic: 'summary' },
      key,
      topic: about,
      ttl: keptUntilAfter((until.getTime() - person.now.getTime()) / 1_000),
      urgency: 'high' as const,
      ...openedPage(deps.config.residentUrl, path),
    })
    if (isPushed) return
    const letter = bookingLetter(body, `${residentHome(deps.config)}${path}`, 'Voir mes abonnements')
    await transaction(deps.db, (tx) => mailResident(tx, { userId, key, letter }))
  },
}
