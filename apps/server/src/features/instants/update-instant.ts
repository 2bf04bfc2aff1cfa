import type { WrittenActivationTime } from '@parvis/domain/instants/activation-time'
import { sameItems } from '@parvis/domain/instants/full-schedule'
import {
  announcedKind,
  type InstantKind,
  instantCategory,
  instantKind,
  isCreationRefused,
  isEntryRefused,
} from '@parvis/domain/instants/kind'
import { decideNotification, type NotificationSituation } from '@parvis/domain/instants/notification'
import { isEnabled, type ScheduleItem, scheduleKind } from '@parvis/domain/instants/schedule'
import type { UploadedFile } from '@parvis/domain/kernel/contract'
import { refusal, refuseFields } from '@parvis/domain/refusals'
import type { Temporal } from 'temporal-polyfill'
import type { Config } from '../../config.ts'
import { audited } from '../../db/audit.queries.ts'
import { readNow, toDate, toInstant } from '../../db/clock.ts'
import type { Transaction } from '../../db/database.ts'
import { notifyLive } from '../../db/notify.queries.ts'
import { transaction } from '../../db/transaction.ts'
import type { Dependencies } from '../../dependencies.ts'
import { keepFile } from '../../pictures/picture-store.ts'
import { dropFile } from '../../pictures/stored-files.queries.ts'
import { type LockedCompany, lockCompany, refuseSuspended } from '../company/index.ts'
import { findSchedule } from './full-schedules.ts'
import { insertInstant, lockOwnedInstant, removeInstant, saveInstant } from './instant-writes.queries.ts'
import { countInstants, findOwnedInstant, type InstantRow } from './instants.queries.ts'
import { type FollowedForm, followOldForm } from './old-form.ts'
import { type ParsedInstant, type PreparedInstant, prepareInstant, type ReceivedInstant } from './prepare-instant.ts'
import { type ReadTime, readSchedule, replaceSchedule } from './read-schedule.ts'
import { answerInstant } from './server-instant.ts'

type Received = ReceivedInstant & {
  id?: string | undefined
  companyId?: string | undefined
  activationTimes: readonly WrittenActivationTime[]
}

/** Writes an instant and its whole schedule, all or nothing (C-029); answers the server instant. */
export async function updateInstant(
  deps: Dependencies,
  userId: number,
  instantId: number,
  received: Received,
  files: readonly UploadedFile[],
) {
  const stored = await findOwnedInstant(deps.db, userId, instantId)
  if (!stored) throw refusal('instants.not_found')
  refuseOtherIds(received, stored)
  const schedule = readSchedule(received.activationTimes)
  const wrong = 'error' in schedule ? schedule.error : undefined
  const prepared = await prepareInstant(deps, received, files, { stored, schedule: wrong })
  const times = 'times' in schedule ? schedule.times : []

  return await transaction(deps.db, async (tx) => {
    const locked = await lockOwnedInstant(tx, userId, instantId)
    await saveChanges(tx, deps.config, locked, prepared, times)
    const saved = await findOwnedInstant(tx, userId, instantId)
    return await answerInstant(tx, deps.config, saved ?? locked.instant)
  })
}

async function saveChanges(
  tx: Transaction,
  config: Config,
  { instant, plan }: { instant: InstantRow; plan: LockedCompany },
  { form, columns, picture }: PreparedInstant,
  times: readonly ReadTime[],
): Promise<void> {
  const now = await readNow(tx)
  const { allowedInstant, allowedNotificationPerInstant: allowed } = plan.limits
  const notification = notificationToSave(form, instant, { now, allowed })
  if (notification.notification_at) {
    refuseSuspended(config, plan)
    if (instant.publish_at && notification.notification_at < instant.publish_at)
      refuseFields({ notificationDate: 'notification_date_error' })
  }
  const followed = await writeTimes(tx, { ...instant, zip_code: columns.zip_code }, times, now)
  const kind = kindOf(form.typed.categoryId, followed.items)
  const counts = await countInstants(tx, instant.company_id)
  if (isEntryRefused(allowedInstant, counts, { before: instant.kind, after: kind })) {
    throw refusal('instants.max_reached')
  }

  const state = {
    kind,
    is_draft: false,
    is_enabled: followed.isEnabled,
    schedule_kind: followed.kind,
    ...(followed.isPublished && instant.publication !== 'published' && published),
    ...(followed.isMoved && { sequence: instant.sequence + 1 }),
  }
  await saveInstant(tx, instant.id, { ...columns, ...notification, ...state, ...(picture && { picture }) })
  if (picture) {
    await dropFile(tx, instant.picture)
    await keepFile(tx, picture, `company:${instant.company_id}`)
  }
  await notifyLive(tx, { topic: 'instant', id: instant.id }, [`company:${instant.company_id}`])
}

const published = { publication: 'published', publish_at: null, notify_on_publish: false } as const

/** Replaces a schedule of the seeds; one with a kind follows what the old form says of the part that it sees (TO-10). */
async function writeTimes(
  tx: Transaction,
  instant: InstantRow,
  times: readonly ReadTime[],
  now: Temporal.Instant,
): Promise<FollowedForm> {
  const standing = await findSchedule(tx, instant)
  if (standing.kind) return await followOldForm(tx, { instant, standing, now }, times)
  await replaceSchedule(tx, instant, times)
  const items = times.map(({ item }) => item)
  const on = (all: readonly ScheduleItem[]) => all.map((item) => ({ ...item, enabled: true }))
  const isMoved = !sameItems(on(standing.items), on(items))
  return { kind: null, items, isEnabled: isEnabled(items), isPublished: isEnabled(items), isMoved }
}

function kindOf(categoryId: number, items: readonly ScheduleItem[]) {
  return instantKind(instantCategory(categoryId)?.slug ?? '', scheduleKind(items))
}

/** An id in the body is that of the path (api.md 8.9), and an instant stays with its company. */
function refuseOtherIds({ id, companyId }: Received, instant: InstantRow): void {
  refuseFields({
    ...(id && id !== String(instant.id) && { id: 'invalid' }),
    ...(companyId && companyId.toLowerCase() !== instant.company_id && { companyId: 'invalid' }),
  })
}

/** Creates a draft, when its kind and the drafts have room (I-019, AMB-74, AMB-81); answers its id. */
export async function createInstant(
  deps: Dependencies,
  companyId: string,
  received: ReceivedInstant & { instantType?: InstantKind | undefined },
  files: readonly UploadedFile[],
): Promise<number> {
  const { form, columns, picture = '' } = await prepareInstant(deps, received, files, {})
  const category = instantCategory(form.typed.categoryId)?.slug ?? ''
  const kind = announcedKind(category, received.instantType)

  return await transaction(deps.db, async (tx) => {
    const company = await lockCompany(tx, companyId)
    refuseSuspended(deps.config, company)
    const { limits } = company
    const now = await readNow(tx)
    const notification = notificationToSave(form, undefined, { now, allowed: limits.allowedNotificationPerInstant })
    if (isCreationRefused(limits.allowedInstant, await countInstants(tx, companyId), kind)) {
      throw refusal('instants.max_reached')
    }
    const none = { notification_at: null }
    const id = await insertInstant(tx, { company_id: companyId, kind, picture, ...columns, ...none, ...notification })
    await keepFile(tx, picture, `company:${companyId}`)
    await notifyLive(tx, { topic: 'instant', id }, [`company:${companyId}`])
    return id
  })
}

/** Deletes an instant with its schedule and its pending notification (I-112); 404 on a second deletion. */
export async function deleteInstant({ db }: Dependencies, userId: number, instantId: number): Promise<{ id: number }> {
  return await transaction(db, async (tx) => {
    const { instant } = await lockOwnedInstant(tx, userId, instantId)
    await audited(
      tx,
      { table: 'instants', id: instantId },
      async () => {
        await removeInstant(tx, instantId)
        await dropFile(tx, instant.picture)
        return true
      },
      () => ({ actor: `user:${userId}`, action: 'instant.delete', object: `instant:${instantId}` }),
    )
    await notifyLive(tx, { topic: 'instant', id: instantId }, [`company:${instant.company_id}`])
    return { id: instantId }
  })
}

type Notified = Pick<InstantRow, 'notification_at' | 'notified_date' | 'notified_at'>

/** Columns of the notification to save, or a refusal (AMB-83). `instant` is undefined at creation. */
function notificationToSave(
  { notification }: ParsedInstant,
  instant: Notified | undefined,
  { now, allowed }: { now: Temporal.Instant; allowed: number },
): { notification_at?: Date | null } {
  if (notification === 'unreadable') return {}
  const decided = decideNotification(notification, { now, allowed, ...situationOf(instant) })
  if ('fieldError' in decided) refuseFields({ notificationDate: decided.fieldError })
  if ('refusal' in decided) {
    throw refusal(decided.refusal, 'retryAfterSeconds' in decided ? { retryAfter: decided.retryAfterSeconds } : {})
  }
  if (!('decision' in decided) || decided.decision === 'keep') return {}
  return { notification_at: decided.decision === 'clear' ? null : toDate(decided.at) }
}

function situationOf(instant: Notified | undefined): Pick<NotificationSituation, 'pending' | 'lastSent'> {
  const { notification_at, notified_date, notified_at } = instant ?? {}
  return {
    pending: notification_at ? toInstant(notification_at) : null,
    lastSent: notified_date && notified_at ? { date: toInstant(notified_date), at: toInstant(notified_at) } : null,
  }
}
