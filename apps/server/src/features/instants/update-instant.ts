import {
  readActivationTime,
  unreadableFields,
  type WrittenActivationTime,
  writeActivationTime,
} from '@parvis/domain/instants/activation-time'
import {
  activationTimesOf,
  foldActivationTime,
  foldActivationTimes,
  type SeenSchedule,
} from '@parvis/domain/instants/activation-times'
import type { instantsContract } from '@parvis/domain/instants/instants.contract'
import { isEntryRefused } from '@parvis/domain/instants/kind'
import { checkSchedule, type ScheduleItem, type ScheduleKey } from '@parvis/domain/instants/schedule'
import type { Body, UploadedFile } from '@parvis/domain/kernel/contract'
import { refusal, refuseFields } from '@parvis/domain/refusals'
import { transaction } from '@parvis/postgres'
import type { Transaction } from '../../db/database.ts'
import type { Dependencies } from '../../dependencies.ts'
import { refuseSuspended } from '../company/index.ts'
import { lockFoundInstant, removeInstant } from './instant-writes.queries.ts'
import { countInstants, findOwnedInstant, type InstantRow } from './instants.queries.ts'
import { prepareInstant, refuseOtherIds } from './prepare-instant.ts'
import { answerInstant } from './server-instant.ts'
import { hoursReadWith, storedScheduleOf } from './stored-schedule.ts'
import { kindAfter, type LockedInstant, type PlannedPublication, publishedNow, writeInstant } from './write-instant.ts'

// The calls of the customer's documents that speak of activation times: `activation-times.ts` of the domain folds them into a schedule.

/** Writes an instant and its activation times, all or nothing; answers the server instant. */
export async function updateInstant(
  deps: Dependencies,
  userId: number,
  instantId: number,
  received: Body<typeof instantsContract.updateInstant>,
  files: readonly UploadedFile[],
) {
  const stored = await findOwnedInstant(deps.db, userId, instantId)
  refuseOtherIds(received, stored)
  const read = readActivationTimes(received.activationTimes)
  const schedule = 'error' in read ? { activationTimes: read.error } : undefined
  const prepared = await prepareInstant(deps, received, files, { stored, schedule })
  const sent = 'items' in read ? read.items : []

  return await transaction(deps.db, async (tx) => {
    const locked = await lockFoundInstant(tx, stored)
    const folded = foldActivationTimes(storedScheduleOf(locked.instant), sent, seenOf(locked))
    if ('error' in folded) throw refusal('request.validation', { fields: { activationTimes: folded.error } })
    if ('tooRich' in folded)
      throw refusal('instants.schedule_too_rich', folded.tooRich ? { message: folded.tooRich } : {})
    const planned = folded.isPublished ? publishedNow : locked.instant
    const changes = { ...standingOf(locked, planned), prepared, schedule: folded, isMoved: folded.isMoved }
    return answerInstant(deps.config, await writeInstant(tx, deps.config, locked, changes), locked.plan.now)
  })
}

/** A whole list, or the first thing wrong with it; an id may be named once. */
function readActivationTimes(
  written: readonly WrittenActivationTime[],
): { items: ScheduleItem[] } | { error: ScheduleKey } {
  const items: ScheduleItem[] = []
  for (const one of written) {
    const read = readActivationTime(one)
    if ('error' in read) return read
    items.push(read.item)
  }
  const ids = items.flatMap(({ id }) => id ?? [])
  if (new Set(ids).size < ids.length) return { error: 'schedule_error' }
  const error = checkSchedule(items)
  return error ? { error } : { items }
}

/** What these calls cannot say stays as it is. */
const standingOf = ({ instant }: LockedInstant, planned: PlannedPublication = instant) => ({
  planned,
  pausesWhenClosed: instant.pauses_when_closed,
})

function seenOf({ instant, plan }: LockedInstant): SeenSchedule {
  const isPublished = instant.publication === 'published'
  return { instantId: instant.id, isPublished, now: plan.now, hours: hoursReadWith(instant) }
}

/** Adds one activation time; the first one makes the draft an instant of its kind, if that has room. */
export async function addActivationTime(
  { db, config }: Dependencies,
  userId: number,
  instantId: number,
  received: Body<typeof instantsContract.addActivationTime>,
) {
  const found = await findOwnedInstant(db, userId, instantId)
  if (received.instantId && received.instantId !== String(instantId)) refuseFields({ instantId: 'invalid' })
  const written = { ...received, id: undefined }
  const read = readActivationTime(written)
  if ('error' in read) return refuseTime(read.error, unreadableFields(written))

  return await transaction(db, async (tx) => {
    const locked = await lockFoundInstant(tx, found)
    refuseSuspended(config, locked.plan)
    const folded = foldActivationTime(storedScheduleOf(locked.instant), read.item, seenOf(locked))
    if ('error' in folded) {
      if (folded.error === 'fixed_already_set') throw refusal('instants.fixed_already_set')
      return refuseTime(folded.error)
    }
    await dropFullDraft(tx, locked, kindAfter(folded, locked.instant.category_id))
    const isMoved = !locked.instant.is_draft
    const { instant, schedule } = await writeInstant(tx, config, locked, {
      ...standingOf(locked),
      schedule: folded,
      isMoved,
    })
    const added = schedule.items.at(-1)
    const shown = activationTimesOf(schedule, seenOf({ ...locked, instant })).find(({ id }) => id === added?.id)
    if (!shown) throw new Error(`instant ${instantId} does not show the activation time that was added`)
    return writeActivationTime(shown)
  })
}

/** When the kind is full, the draft is refused and deleted: nobody could complete it. */
async function dropFullDraft(tx: Transaction, { instant, plan }: LockedInstant, kind: NonNullable<InstantRow['kind']>) {
  if (!instant.is_draft) return
  const counts = await countInstants(tx, instant.company_id)
  if (!isEntryRefused(plan.limits.allowedInstant, counts, { before: instant.kind, after: kind })) return
  await removeInstant(tx, instant.id)
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
