import {
  readFullSchedule,
  type ScheduleToStore,
  type StoredSchedule,
  sameItems,
  sentenceOfWhole,
} from '@parvis/domain/instants/full-schedule'
import type { instantsContract } from '@parvis/domain/instants/instants.contract'
import { announcedKind, instantCategory, isCreationRefused } from '@parvis/domain/instants/kind'
import { hasSameTimes, replaceSchedule } from '@parvis/domain/instants/replace-schedule'
import type { Body, UploadedFile } from '@parvis/domain/kernel/contract'
import type { FieldErrors } from '@parvis/domain/kernel/field-errors'
import { parisOf, readDateTime } from '@parvis/domain/kernel/paris-time'
import { refusal } from '@parvis/domain/refusals'
import { transaction } from '@parvis/postgres'
import type { Temporal } from 'temporal-polyfill'
import { audited } from '../../audit.queries.ts'
import { toDate } from '../../db/clock.ts'
import { notifyCompany } from '../../db/notify.queries.ts'
import type { Dependencies } from '../../dependencies.ts'
import { keepFile } from '../../pictures/picture-store.ts'
import { lockCompany, refuseSuspended } from '../company/index.ts'
import { settleInstant } from './instant-dates.ts'
import { insertInstant, lockFoundInstant, lockOwnedInstant, removeInstant } from './instant-writes.queries.ts'
import { countInstants, findOwnedInstant, type InstantRow } from './instants.queries.ts'
import { prepareInstant, refuseOtherIds } from './prepare-instant.ts'
import { answerInstant } from './server-instant.ts'
import { storedScheduleOf } from './stored-schedule.ts'
import {
  columnsToSave,
  type InstantChanges,
  type LockedInstant,
  type PlannedPublication,
  publishedNow,
  storeSchedule,
  unsaved,
  writeInstant,
} from './write-instant.ts'

/** A schedule with its publication, of a call that writes it whole; without `kind` it says nothing. */
type ReceivedSchedule = Omit<Body<typeof instantsContract.saveSchedule>, 'version'>

/**
 * Creates an instant, when its kind and the drafts have room: whole with its schedule, or a draft. Answers
 * its id.
 */
export async function createInstant(
  deps: Dependencies,
  companyId: string,
  received: Body<typeof instantsContract.createInstant>,
  files: readonly UploadedFile[],
): Promise<number> {
  const read = readSchedule(received)
  const prepared = await prepareInstant(deps, received, files, { schedule: read?.errors })
  const { categoryId } = prepared.form.typed
  const announced = announcedKind(instantCategory(categoryId)?.slug ?? '', received.instantType)

  return await transaction(deps.db, async (tx) => {
    const plan = await lockCompany(tx, companyId)
    refuseSuspended(deps.config, plan)
    const schedule = read?.schedule
    const planned = readPublication(received, null, plan.now)
    const { pausesWhenClosed = true } = received
    const changes = { prepared, schedule, planned, pausesWhenClosed }
    const state = columnsToSave(deps.config, plan, { ...unsaved, kind: announced }, changes)
    const counts = await countInstants(tx, companyId)
    // One that has its schedule is no draft.
    if (isCreationRefused(plan.limits.allowedInstant, schedule ? { ...counts, drafts: 0 } : counts, state.kind))
      throw refusal('instants.max_reached')
    const columns = { company_id: companyId, ...prepared.columns, picture: prepared.picture ?? '' }
    const instant = await insertInstant(tx, { ...columns, ...state })
    await keepFile(tx, instant.picture, `company:${companyId}`)
    if (schedule) await storeSchedule(tx, { instant, standing: noSchedule }, schedule)
    await notifyCompany(tx, companyId, { topic: 'instant', id: instant.id })
    return instant.id
  })
}

const noSchedule: StoredSchedule = { kind: null, items: [], link: undefined, days: new Map() }

/** Writes an instant whole, unless it was changed since the version that the caller read. */
export async function saveWholeInstant(
  deps: Dependencies,
  userId: number,
  instantId: number,
  received: Body<typeof instantsContract.saveInstant>,
  files: readonly UploadedFile[],
) {
  const stored = await findOwnedInstant(deps.db, userId, instantId)
  refuseOtherIds(received, stored)
  const read = readSchedule(received)
  const prepared = await prepareInstant(deps, received, files, { stored, schedule: read?.errors })

  return await transaction(deps.db, async (tx) => {
    const locked = await lockFoundInstant(tx, stored)
    const { instant, plan } = locked
    if (received.version !== instant.version) throw refusal('instants.newer_version')
    const changes = { ...scheduleChanges(locked, received, read?.schedule), prepared }
    if (changes.isMoved || changes.planned.publication !== instant.publication) refuseSuspended(deps.config, plan)
    return answerInstant(deps.config, await writeInstant(tx, deps.config, locked, changes), plan.now)
  })
}

/**
 * Writes a whole schedule in place of the last one, whatever its kind. The same one again changes nothing; another one with
 * an older version is refused.
 */
export async function saveSchedule(
  { db, config }: Dependencies,
  userId: number,
  instantId: number,
  received: Body<typeof instantsContract.saveSchedule>,
) {
  const found = await findOwnedInstant(db, userId, instantId)
  const read = readSchedule({ ...received, kind: received.kind || 'none' })
  if (read?.errors) return refuseAll(read.errors)

  return await transaction(db, async (tx) => {
    const locked = await lockFoundInstant(tx, found)
    const { instant, plan } = locked
    refuseSuspended(config, plan)
    const changes = scheduleChanges(locked, received, read?.schedule)
    const standing = storedScheduleOf(instant)
    if (isStored(instant, standing, changes)) return answerInstant(config, { instant, schedule: standing }, plan.now)
    if (received.version !== instant.version) throw refusal('instants.newer_version')
    return answerInstant(config, await writeInstant(tx, config, locked, changes), plan.now)
  })
}

/** Pauses or takes up all dates and lines of an instant together, whatever each of them was; one without schedule stays as it is. */
export async function pauseInstant({ db, config }: Dependencies, userId: number, instantId: number, paused: boolean) {
  const found = await findOwnedInstant(db, userId, instantId)
  return await transaction(db, async (tx) => {
    const locked = await lockFoundInstant(tx, found)
    const { schedule, ...changes } = scheduleChanges(locked, {}, undefined)
    const switched = schedule && {
      ...schedule,
      items: schedule.items.map((item) => ({ ...item, enabled: !paused })),
      link: schedule.link && { ...schedule.link, wanted: !paused },
    }
    const written = await writeInstant(tx, config, locked, { ...changes, schedule: switched })
    return answerInstant(config, written, locked.plan.now)
  })
}

/** Deletes an instant with its schedule and its pending notification; 404 on a second deletion. */
export async function deleteInstant({ db }: Dependencies, userId: number, instantId: number): Promise<{ id: number }> {
  return await transaction(db, async (tx) => {
    const { instant } = await lockOwnedInstant(tx, userId, instantId)
    await audited(
      tx,
      { table: 'instants', id: instantId },
      async () => {
        await settleInstant(tx, instantId, false)
        await removeInstant(tx, instantId)
        return true
      },
      () => ({ actor: `user:${userId}`, action: 'instant.delete', object: `instant:${instantId}` }),
    )
    await notifyCompany(tx, instant.company_id, { topic: 'instant', id: instantId })
    return { id: instantId }
  })
}

function readSchedule({
  kind,
  dates,
  weekly,
}: ReceivedSchedule): { schedule?: ScheduleToStore; errors?: FieldErrors } | undefined {
  if (!kind) return undefined
  const read = readFullSchedule({ kind, dates: dates ?? [], weekly: weekly ?? [] })
  return 'errors' in read ? { errors: read.errors } : { schedule: read }
}

/** Refuses with the sentence of dates that may last several days. */
export function refuseAll(errors: FieldErrors): never {
  const message = sentenceOfWhole(errors)
  throw refusal('request.validation', { fields: errors, ...(message && { message }) })
}

/** The schedule that was sent, with the ids of the one that stands; that one when none was sent. */
function scheduleChanges(
  { instant, plan }: LockedInstant,
  received: ReceivedSchedule,
  sent: ScheduleToStore | undefined,
): InstantChanges {
  const standing = storedScheduleOf(instant)
  if (!sent) {
    const schedule = standing.kind ? { ...standing, kind: standing.kind } : undefined
    return { schedule, isMoved: false, planned: instant, pausesWhenClosed: instant.pauses_when_closed }
  }
  const schedule = replaceSchedule(standing, sent)
  if (!schedule) return refuseAll({ dates: 'schedule_error' })
  const { pausesWhenClosed = instant.pauses_when_closed } = received
  const planned = readPublication(received, instant.publish_at, plan.now)
  return { schedule, isMoved: !hasSameTimes(standing, schedule), planned, pausesWhenClosed }
}

const furthestMonths = 12

/** `now`, `draft`, or a moment from one minute to 12 months ahead; absent is now. */
function readPublication(
  { publication: text, notifyAtPublication: notify_on_publish = false }: ReceivedSchedule,
  stored: Date | null,
  now: Temporal.Instant,
): PlannedPublication {
  if (!text || text === 'now') return { ...publishedNow, notify_on_publish }
  if (text === 'draft') return { publication: 'draft', publish_at: null, notify_on_publish: false }
  const at = readDateTime(text)
  const isSame = stored?.getTime() === at?.epochMilliseconds
  if (!at || !(isSame || isAhead(at, now))) return refuseAll({ publication: 'publication_date_error' })
  return { publication: 'scheduled', publish_at: toDate(at), notify_on_publish }
}

function isAhead({ epochMilliseconds: at }: Temporal.Instant, now: Temporal.Instant): boolean {
  const earliest = now.add({ minutes: 1 }).epochMilliseconds
  return at >= earliest && at <= parisOf(now).add({ months: furthestMonths }).epochMilliseconds
}

function isStored(
  instant: InstantRow,
  standing: StoredSchedule,
  { schedule, planned, pausesWhenClosed }: InstantChanges,
) {
  if (!schedule || schedule.kind !== standing.kind || !sameItems(standing.items, schedule.items)) return false
  const isSameTime = instant.publish_at?.getTime() === planned.publish_at?.getTime()
  const isSameNotice = planned.publication !== 'scheduled' || instant.notify_on_publish === planned.notify_on_publish
  const isSamePublication = instant.publication === planned.publication && isSameTime && isSameNotice
  return isSamePublication && instant.pauses_when_closed === pausesWhenClosed
}
