import { sameItems } from '@parvis/domain/instants/full-schedule'
import { instantCategory, instantKind, isEntryRefused } from '@parvis/domain/instants/kind'
import { isEnabled, type ScheduleItem, scheduleKind } from '@parvis/domain/instants/schedule'
import type { UploadedFile } from '@parvis/domain/kernel/contract'
import { refusal, refuseFields } from '@parvis/domain/refusals'
import type { Temporal } from 'temporal-polyfill'
import type { Config } from '../../config.ts'
import { readNow } from '../../db/clock.ts'
import type { Transaction } from '../../db/database.ts'
import { notifyLive } from '../../db/notify.queries.ts'
import { transaction } from '../../db/transaction.ts'
import type { Dependencies } from '../../dependencies.ts'
import { keepFile } from '../../pictures/picture-store.ts'
import { dropFile } from '../../pictures/stored-files.queries.ts'
import { type LockedCompany, refuseSuspended } from '../company/index.ts'
import { notificationToSave } from './decide-notification.ts'
import { findSchedule } from './full-schedules.ts'
import { saveInstant } from './instant-writes.queries.ts'
import { countInstants, findOwnedInstant, type InstantRow } from './instants.queries.ts'
import { lockOwnedInstant } from './lock-owned-instant.ts'
import { type FollowedForm, followOldForm } from './old-form.ts'
import { type PreparedInstant, prepareInstant } from './prepare-instant.ts'
import type { ReceivedInstant } from './read-instant-form.ts'
import { type ReadTime, type ReceivedTime, readSchedule } from './read-schedule.ts'
import { replaceSchedule } from './replace-schedule.ts'
import { answerInstant } from './server-instant.ts'

type Received = ReceivedInstant & {
  id?: string | undefined
  companyId?: string | undefined
  activationTimes: readonly ReceivedTime[]
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
