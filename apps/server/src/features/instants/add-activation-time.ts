import type { WrittenActivationTime } from '@parvis/domain/instants/activation-time'
import { maxWeeklyLines } from '@parvis/domain/instants/full-schedule'
import { instantCategory, instantKind, isEntryRefused } from '@parvis/domain/instants/kind'
import { checkAddition } from '@parvis/domain/instants/schedule'
import { refusal, refuseFields } from '@parvis/domain/refusals'
import { readNow } from '../../db/clock.ts'
import type { Transaction } from '../../db/database.ts'
import { notifyLive } from '../../db/notify.queries.ts'
import { transaction } from '../../db/transaction.ts'
import type { Dependencies } from '../../dependencies.ts'
import { dropFile } from '../../pictures/stored-files.queries.ts'
import { refuseSuspended } from '../company/index.ts'
import { findSchedule } from './full-schedules.ts'
import { insertTime, lockOwnedInstant, removeInstant, saveInstant } from './instant-writes.queries.ts'
import { countInstants, findActivationTimes, findOwnedInstant, type InstantRow } from './instants.queries.ts'
import { type ReadTime, readTime } from './read-schedule.ts'
import { copyHours, nextTimeIds } from './schedule.queries.ts'
import { answerTime, scheduleItemOf } from './stored-schedule.ts'
import { writeSchedule } from './write-schedule.ts'

/** Adds one activation time; the first one makes the draft an instant of its kind, if that has room (AMB-74). */
export async function addActivationTime(
  { db, config }: Dependencies,
  userId: number,
  instantId: number,
  received: WrittenActivationTime & { instantId?: string | undefined },
) {
  if (!(await findOwnedInstant(db, userId, instantId))) throw refusal('instants.not_found')
  if (received.instantId && received.instantId !== String(instantId)) refuseFields({ instantId: 'invalid' })
  const read = readTime({ ...received, id: undefined })
  if ('error' in read) return refuseTime(read.error, read.unreadable)

  return await transaction(db, async (tx) => {
    const { instant, plan } = await lockOwnedInstant(tx, userId, instantId)
    refuseSuspended(config, plan)
    const existing = (await findActivationTimes(tx, [instantId])).map(scheduleItemOf)
    const wrong = checkAddition(existing, read.item)
    if (wrong === 'fixed_already_set') throw refusal('instants.fixed_already_set')
    if (wrong) refuseTime(wrong)
    const kind = kindWith(instant, read)
    if (instant.is_draft) await enterKind(tx, instant, kind, plan.limits.allowedInstant)
    if (instant.schedule_kind || instant.publication !== 'published') return await addToKind(tx, instant, read, kind)
    const time = await insertTime(tx, instant, read.row)
    await saveInstant(tx, instantId, { is_draft: false, is_enabled: instant.is_enabled || read.item.enabled, kind })
    await notifyLive(tx, { topic: 'instant', id: instantId }, [`company:${instant.company_id}`])
    return answerTime(time)
  })
}

/**
 * Adds a time to a full or unpublished schedule: stored in `instant_times`, so that the next save keeps it and nothing is
 * published by accident (H-127, TO-13). A link to the opening hours is replaced by lines, as the old call means (TO-08).
 */
async function addToKind(tx: Transaction, instant: InstantRow, { item }: ReadTime, kind: InstantRow['kind']) {
  const { items, link } = await findSchedule(tx, instant)
  const standing = link ? await unlink(tx, instant.id, link.wanted) : items
  if (standing.length >= maxWeeklyLines || (link && item.kind === 'fixed')) refuseTime('schedule_error')

  const [id = 0] = await nextTimeIds(tx, 1)
  const scheduleKind = item.kind === 'fixed' ? 'dates' : 'weekly'
  const isPublished = instant.publication === 'published'
  const written = { kind: scheduleKind, items: [...standing, { ...item, id }], isPublished } as const
  await writeSchedule(tx, instant, written, await readNow(tx))
  const isEnabled = instant.is_enabled || (isPublished && item.enabled)
  const sequence = instant.sequence + 1
  await saveInstant(tx, instant.id, {
    schedule_kind: scheduleKind,
    is_draft: false,
    is_enabled: isEnabled,
    kind,
    sequence,
  })
  await notifyLive(tx, { topic: 'instant', id: instant.id }, [`company:${instant.company_id}`])
  const stored = (await findActivationTimes(tx, [instant.id])).find((row) => row.id === id)
  if (!stored) throw new Error(`activation time ${id} was not stored`)
  return answerTime(stored)
}

/** The opening hours of its company as lines of its own, on and off as they are. */
async function unlink(tx: Transaction, instantId: number, wanted: boolean) {
  await copyHours(tx, instantId, wanted)
  return (await findActivationTimes(tx, [instantId])).map(scheduleItemOf)
}

function kindWith(instant: InstantRow, { item }: ReadTime) {
  return instantKind(instantCategory(instant.category_id)?.slug ?? '', item.kind)
}

/** When the kind is full, the draft is refused and deleted: nobody could complete it (AMB-74). */
async function enterKind(
  tx: Transaction,
  instant: InstantRow,
  kind: ReturnType<typeof kindWith>,
  allowed: number,
): Promise<void> {
  const counts = await countInstants(tx, instant.company_id)
  if (!isEntryRefused(allowed, counts, { before: instant.kind, after: kind })) return
  await removeInstant(tx, instant.id)
  await dropFile(tx, instant.picture)
  throw refusal('instants.max_reached', { keepEffects: true })
}

const fieldOfKey = {
  schedule_error: 'activeDayType',
  end_date_error: 'endDateTime',
  wrong_time: 'endDateTime',
} as const

function refuseTime(key: keyof typeof fieldOfKey, unreadable: readonly string[] = []): never {
  const fields = unreadable.length > 0 ? unreadable : [fieldOfKey[key]]
  throw refusal('request.validation', { fields: Object.fromEntries(fields.map((field) => [field, key])) })
}
