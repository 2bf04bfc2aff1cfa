import { noticeTexts } from '@parvis/domain/notices/notice-texts.fr'
import { unlimited } from '@parvis/domain/subscription/plans'
import { transaction } from '@parvis/postgres'
import type { Transaction } from '../../db/database.ts'
import { notifyCompany } from '../../db/notify.queries.ts'
import type { Dependencies } from '../../dependencies.ts'
import { eachAlone, type PeriodicTask } from '../../jobs/job.ts'
import { lockCompany } from '../company/index.ts'
import { notifyOfFact } from '../notices/index.ts'
import { settleInstant } from './instant-dates.ts'
import { keepUnpublished, publishInstant } from './instant-writes.queries.ts'
import { lockInstant } from './instants.queries.ts'
import { listDuePublications } from './schedule.queries.ts'
import { storedScheduleOf } from './stored-schedule.ts'
import { isSwitchedOn, storeSchedule } from './write-instant.ts'

const batchSize = 50

/**
 * Periodic task of every worker: publishes instants whose time has come by the database's clock. A row lock gives each to one
 * worker, in one transaction: once, whatever processes run or die.
 */
export const duePublications: PeriodicTask = { name: 'due-publications', everySeconds: 2, run: publishDue }

async function publishDue({ db }: Dependencies): Promise<void> {
  await eachAlone(await listDuePublications(db, batchSize), ({ id, companyId }) =>
    transaction(db, (tx) => publish(tx, id, companyId)),
  )
}

/**
 * Publishes with the notification, where the plan still allows scheduled ones. An instant of a suspended business
 * becomes a draft, and its owner is notified.
 */
async function publish(tx: Transaction, instantId: number, companyId: string): Promise<void> {
  const { limits, suspendedAt, now } = await lockCompany(tx, companyId)
  const instant = await lockInstant(tx, instantId)
  if (instant?.publication !== 'scheduled' || !instant.publish_at) return
  const dueAt = instant.publish_at.getTime()
  if (dueAt > now.epochMilliseconds) return
  if (suspendedAt) {
    await keepUnpublished(tx, instantId)
    const fact = { sentence: noticeTexts.unpublished, path: '/instants' }
    await notifyOfFact(tx, { companyId, kind: 'plan', event: `unpublished-${instantId}-${dueAt}`, fact })
    return await notifyCompany(tx, companyId, { topic: 'instant', id: instantId })
  }
  const standing = storedScheduleOf(instant)
  const schedule = standing.kind && { ...standing, kind: standing.kind }
  if (schedule) await storeSchedule(tx, { instant: { ...instant, publication: 'published' }, standing }, schedule)
  const isEnabled = schedule !== null && isSwitchedOn(schedule)
  const notifies = instant.notify_on_publish && limits.allowedNotificationPerInstant === unlimited
  await publishInstant(tx, instantId, { isEnabled, notifies })
  await settleInstant(tx, instantId)
  await notifyCompany(tx, companyId, { topic: 'instant', id: instantId })
}
