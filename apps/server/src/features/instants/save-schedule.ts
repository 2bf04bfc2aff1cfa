import {
  type FullScheduleKind,
  readFullSchedule,
  sameItems,
  sentenceOfWhole,
  timesOf,
  type WrittenSchedule,
} from '@parvis/domain/instants/full-schedule'
import { instantCategory, instantKind, isEntryRefused } from '@parvis/domain/instants/kind'
import type { ScheduleItem } from '@parvis/domain/instants/schedule'
import type { FieldErrors } from '@parvis/domain/kernel/field-errors'
import { parisOf, readDateTime } from '@parvis/domain/kernel/paris-time'
import { refusal, refuseFields } from '@parvis/domain/refusals'
import { unlimited } from '@parvis/domain/subscription/plans'
import type { Temporal } from 'temporal-polyfill'
import { readNow, toDate } from '../../db/clock.ts'
import type { Transaction } from '../../db/database.ts'
import { notifyLive } from '../../db/notify.queries.ts'
import { transaction } from '../../db/transaction.ts'
import type { Dependencies } from '../../dependencies.ts'
import { type LockedCompany, refuseSuspended } from '../company/index.ts'
import { findSchedule, kindOfSchedule, type StandingSchedule } from './full-schedules.ts'
import { lockOwnedInstant, saveInstant } from './instant-writes.queries.ts'
import { countInstants, findOwnedInstant, type InstantRow } from './instants.queries.ts'
import { answerInstant } from './server-instant.ts'
import { writeSchedule } from './write-schedule.ts'

type Received = Omit<WrittenSchedule, 'dates' | 'weekly'> & {
  version: number
  dates?: WrittenSchedule['dates'] | null
  weekly?: WrittenSchedule['weekly'] | null
  pausesWhenClosed?: boolean | undefined
  publication?: string | undefined
  notifyAtPublication?: boolean | undefined
}

type Publication = { publication: InstantRow['publication']; publish_at: Date | null }
type Wanted = {
  kind: FullScheduleKind
  items: ScheduleItem[]
  pauses: boolean
  notify: boolean
} & Publication

/**
 * Writes a whole schedule in place of the last one, whatever its kind (H-101). The same one again, with the version it was
 * written at, changes nothing; another one with an older version is refused (H-130).
 */
export async function saveSchedule(deps: Dependencies, userId: number, instantId: number, received: Received) {
  const { db, config } = deps
  if (!(await findOwnedInstant(db, userId, instantId))) throw refusal('instants.not_found')
  const { dates, weekly, kind } = received
  const read = readFullSchedule({ kind, dates: dates ?? [], weekly: weekly ?? [] })
  if ('errors' in read) return refuseAll(read.errors)

  return await transaction(db, async (tx) => {
    const { instant, plan } = await lockOwnedInstant(tx, userId, instantId)
    refuseSuspended(config, plan)
    const known = { tx, instant, standing: await findSchedule(tx, instant), now: await readNow(tx) }
    const wanted = wantedOf(known, received, read)
    if (!isStored(instant, known.standing, wanted)) {
      if (received.version !== instant.version) throw refusal('instants.newer_version')
      await save(known, wanted, await kindAllowed(known, wanted, plan))
    }
    return await answerInstant(tx, config, (await findOwnedInstant(tx, userId, instantId)) ?? instant)
  })
}

function refuseAll(errors: FieldErrors): never {
  const message = sentenceOfWhole(errors)
  throw refusal('request.validation', { fields: errors, ...(message && { message }) })
}

type Known = { tx: Transaction; instant: InstantRow; standing: StandingSchedule; now: Temporal.Instant }

function wantedOf(
  { instant, standing, now }: Known,
  received: Received,
  { kind, items }: { kind: FullScheduleKind; items: readonly ScheduleItem[] },
): Wanted {
  const { pausesWhenClosed: pauses = instant.pauses_when_closed, notifyAtPublication: notify = false } = received
  const publication = readPublication(received.publication, instant, now)
  return { kind, pauses, notify, ...publication, items: withIds(standing, items) }
}

/** The new kind of the instant; refuses a full kind, and a plan that does not allow what is asked (AMB-73, H-122). */
async function kindAllowed({ tx, instant, now }: Known, wanted: Wanted, { limits }: LockedCompany) {
  refuseLater(instant, wanted, now)
  const scheduleKind = wanted.kind === 'dates' ? 'fixed' : 'recurrent'
  const after = instantKind(instantCategory(instant.category_id)?.slug ?? '', scheduleKind)
  const counts = await countInstants(tx, instant.company_id)
  if (isEntryRefused(limits.allowedInstant, counts, { before: instant.kind, after }))
    throw refusal('instants.max_reached')
  if (wanted.notify && limits.allowedNotificationPerInstant !== unlimited)
    throw refusal('instants.notification_not_allowed')
  return after
}

async function save(
  { tx, instant, standing, now }: Known,
  wanted: Wanted,
  kindOfInstant: NonNullable<InstantRow['kind']>,
): Promise<void> {
  const { kind, items, pauses, notify, publication, publish_at } = wanted
  const isPublished = publication === 'published'
  const link = kind === 'hours' ? { id: standing.link?.id, wanted: standing.link?.wanted ?? true } : undefined
  await writeSchedule(tx, instant, { kind, items, link, isPublished }, now)
  const isEnabled = link ? link.wanted : items.some(({ enabled }) => enabled)
  await saveInstant(tx, instant.id, {
    schedule_kind: kind,
    pauses_when_closed: pauses,
    publication,
    publish_at,
    notify_on_publish: notify && publication === 'scheduled',
    is_draft: false,
    kind: kindOfInstant,
    is_enabled: isPublished && isEnabled,
    ...(isToldNow(instant, wanted) && { notification_at: toDate(now) }),
    ...(!hasSameTimes(standing, wanted) && { sequence: instant.sequence + 1 }),
  })
  await notifyLive(tx, { topic: 'instant', id: instant.id }, [`company:${instant.company_id}`])
}

/** Published by this very call, with its notification. */
function isToldNow(instant: InstantRow, { notify, publication }: Wanted): boolean {
  return notify && publication === 'published' && (instant.is_draft || instant.publication !== 'published')
}

const furthestMonths = 12

/** `now`, `draft`, or a moment from one minute to 12 months ahead (H-121); absent is now. */
function readPublication(text = 'now', { publish_at: stored }: InstantRow, now: Temporal.Instant): Publication {
  if (text === 'now' || text === '') return { publication: 'published', publish_at: null }
  if (text === 'draft') return { publication: 'draft', publish_at: null }
  const at = readDateTime(text)
  const isSame = at !== undefined && stored?.getTime() === at.epochMilliseconds
  if (!at || !(isSame || isAhead(at, now))) return refuseAll({ publication: 'publication_date_error' })
  return { publication: 'scheduled', publish_at: toDate(at) }
}

function isAhead({ epochMilliseconds: at }: Temporal.Instant, now: Temporal.Instant): boolean {
  const earliest = now.add({ minutes: 1 }).epochMilliseconds
  return at >= earliest && at <= parisOf(now).add({ months: furthestMonths }).epochMilliseconds
}

/** No notification before publication, and no publication without a picture. */
function refuseLater(instant: InstantRow, { publication, publish_at }: Wanted, now: Temporal.Instant): void {
  if (publication !== 'draft' && instant.picture === '') refuseFields({ picture: 'picture_required_error' })
  const { notification_at: pending } = instant
  if (publication === 'scheduled' && pending && publish_at && pending < publish_at && pending > toDate(now))
    refuseFields({ notificationDate: 'notification_date_error' })
}

function isStored(instant: InstantRow, standing: StandingSchedule, wanted: Wanted): boolean {
  return (
    instant.schedule_kind === wanted.kind &&
    sameItems(standing.items, wanted.items) &&
    instant.pauses_when_closed === wanted.pauses &&
    instant.publication === wanted.publication &&
    instant.publish_at?.getTime() === wanted.publish_at?.getTime() &&
    (wanted.publication !== 'scheduled' || instant.notify_on_publish === wanted.notify)
  )
}

/** On and off is no change of time. */
function hasSameTimes(standing: StandingSchedule, { kind, items }: Wanted): boolean {
  const on = (all: readonly ScheduleItem[]) => all.map((item) => ({ ...item, enabled: true }))
  return kindOfSchedule(standing) === kind && sameItems(on(standing.items), on(items))
}

/**
 * The items with the ids and states of those they take the place of: the ones that they name, those of the same times, and
 * what is left in order where a schedule of the seeds becomes a richer one, or of a line that is edited (H-131).
 */
function withIds(standing: StandingSchedule, items: readonly ScheduleItem[]): ScheduleItem[] {
  const left = new Map(standing.items.map((item) => [item.id, item]))
  const named = items.map(({ id }) => (id === undefined ? undefined : takeNamed(left, id)))
  const equal = items.map((item, at) => named[at] ?? takeOne(left, (one) => timesOf(one) === timesOf(item)))
  return items.map((item, at) => {
    const takesAnyPlace = standing.kind === null || item.kind === 'recurrent'
    const before = equal[at] ?? (takesAnyPlace ? takeOne(left, ({ kind }) => kind === item.kind) : undefined)
    if (!before) return item
    return item.kind === 'fixed' && before.kind === 'fixed' ? keepState(item, before) : { ...item, id: before.id }
  })
}

type Left = Map<number, StandingSchedule['items'][number]>

/** An id that is not of this instant is refused, as in old calls (C-029). */
function takeNamed(left: Left, id: number) {
  const found = left.get(id)
  if (found?.kind !== 'fixed') refuseFields({ dates: 'schedule_error' })
  left.delete(id)
  return found
}

function takeOne(left: Left, isIt: (one: StandingSchedule['items'][number]) => boolean) {
  const found = [...left.values()].find(isIt)
  if (found) left.delete(found.id)
  return found
}

type Fixed<T> = Extract<T, { kind: 'fixed' }>

/** A date postponed without a new one, moved later, remembers when it was to be (H-115). */
function keepState(item: Fixed<ScheduleItem>, before: Fixed<StandingSchedule['items'][number]>) {
  const { id, state = 'planned', message = null } = before
  const isMoved = !before.start.equals(item.start)
  const former = before.formerStart ?? (state === 'postponed' && isMoved ? before.start : null)
  return { ...item, id, state, message, formerStart: former }
}
