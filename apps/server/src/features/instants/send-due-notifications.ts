import { transaction } from '@parvis/postgres'
import type { Config } from '../../config.ts'
import type { Transaction } from '../../db/database.ts'
import { notifyCompany } from '../../db/notify.queries.ts'
import type { Dependencies } from '../../dependencies.ts'
import type { PeriodicTask } from '../../jobs/job.ts'
import { enqueueFanOut } from '../notifications/index.ts'
import { linkToInstant } from '../towns/index.ts'
import { type DueNotification, dropNotification, markNotified, takeDueNotifications } from './instant-writes.queries.ts'
import { toldOccurrence } from './told-occurrence.ts'

const batchSize = 50

/**
 * Every process looks for due notifications by the database's clock. Each is taken by one of them, marked as sent and
 * handed to the fan-out in one transaction: sent once, or not at all.
 */
export const dueNotifications: PeriodicTask = { name: 'due-notifications', everySeconds: 2, run: sendDueNotifications }

async function sendDueNotifications({ db, config }: Dependencies): Promise<void> {
  for (let taken = batchSize; taken === batchSize; ) {
    taken = await transaction(db, async (tx) => {
      const due = await takeDueNotifications(tx, batchSize)
      for (const notification of due) await settle(tx, config, notification)
      return due.length
    })
  }
}

/** A paused instant, a draft, or one of a suspended company loses its date unsent; without followers it still counts as sent. */
async function settle(tx: Transaction, config: Config, due: DueNotification): Promise<void> {
  const { instantId, companyId } = due
  if (due.isEnabled && due.isShown && !due.isOff) {
    await markNotified(tx, instantId)
    await enqueueFanOut(tx, {
      kind: 'instant',
      companyId,
      title: due.companyName,
      body: due.title,
      data: { instantId: String(instantId), companyId },
      key: `instant-${instantId}-${due.sentBefore + 1}`,
      topic: `instant-${instantId}`,
      ttl: (await toldOccurrence(tx, instantId)).ttl,
      ...(await linkToInstant(config, tx, { id: instantId, companyId, title: due.title })),
    })
  } else await dropNotification(tx, instantId)
  await notifyCompany(tx, companyId, { topic: 'instant', id: instantId })
}
