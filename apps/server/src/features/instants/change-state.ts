import { isOffState, type StateWithMessage } from '@parvis/domain/instants/event-state'
import { checkDate, fallsOn, type StoredSchedule } from '@parvis/domain/instants/full-schedule'
import type { instantsContract } from '@parvis/domain/instants/instants.contract'
import { dueChangeNotice } from '@parvis/domain/instants/notification'
import { nextOccurrence } from '@parvis/domain/instants/occurrences'
import type { FixedItem, StoredItem } from '@parvis/domain/instants/schedule'
import { changeNoticeText } from '@parvis/domain/instants/schedule.fr'
import type { Body } from '@parvis/domain/kernel/contract'
import { isDate } from '@parvis/domain/kernel/day'
import { dayNumberOf, startOfDay, wallMoment } from '@parvis/domain/kernel/paris-days'
import { instantOfParis, parisOf, readDateTime } from '@parvis/domain/kernel/paris-time'
import { countCharacters } from '@parvis/domain/kernel/text'
import { refusal, refuseFields } from '@parvis/domain/refusals'
import { transaction } from '@parvis/postgres'
import type { Temporal } from 'temporal-polyfill'
import type { Config } from '../../config.ts'
import { toDate, toInstant } from '../../db/clock.ts'
import type { Transaction } from '../../db/database.ts'
import { notifyCompany } from '../../db/notify.queries.ts'
import type { Dependencies } from '../../dependencies.ts'
import type { LockedCompany } from '../company/index.ts'
import { enqueueFanOut, passOver } from '../notifications/index.ts'
import { linkToInstant } from '../towns/index.ts'
import { settleInstant } from './instant-dates.ts'
import { lockFoundInstant, saveInstant } from './instant-writes.queries.ts'
import { findOwnedInstant, type InstantRow } from './instants.queries.ts'
import { refuseAll } from './save-instant.ts'
import { saveOccurrenceState } from './schedule.queries.ts'
import { answerInstant } from './server-instant.ts'
import { storedScheduleOf, type WithSchedule } from './stored-schedule.ts'
import { toldOccurrence } from './told-occurrence.ts'
import { storeSchedule } from './write-instant.ts'

type Received = Body<typeof instantsContract.changeState>

type StoredDate = FixedItem & { id: number }
/** Target of a state: the whole instant, one date, or one weekly occurrence by its day. */
type Target = { date?: StoredDate | undefined; day?: string; isWhole: boolean }
type Standing = {
  tx: Transaction
  instant: InstantRow & WithSchedule
  plan: LockedCompany
  schedule: StoredSchedule
  now: Temporal.Instant
}

const maxMessage = 200

/**
 * Cancels, postpones, fills or plans again: what was announced stays listed in words. The same call again
 * changes nothing and repeats its notice; an older version is refused.
 */
export async function changeState(deps: Dependencies, userId: number, instantId: number, received: Received) {
  const { db, config } = deps
  const found = await findOwnedInstant(db, userId, instantId)
  const wanted = { state: received.state, message: received.message || null }
  if (countCharacters(wanted.message ?? '') > maxMessage) refuseFields({ message: 'invalid' })

  return await transaction(db, async (tx) => {
    const { instant, plan } = await lockFoundInstant(tx, found)
    const standing = { tx, instant, plan, schedule: storedScheduleOf(instant), now: plan.now }
    const target = findTarget(standing, received)
    const moved = readMove(target, received)
    let notice = received.notifyFollowers ? (instant.last_notice ?? 'none') : 'none'
    if (!isStored(standing, target, wanted, moved)) {
      if (await isOver(standing, target)) throw refusal('instants.over')
      if (moved && moved.end.epochMilliseconds <= plan.now.epochMilliseconds)
        refuseFields({ newStart: 'past_day_error' })
      if (received.version !== instant.version) throw refusal('instants.newer_version')
      const change = { target, wanted, moved }
      notice = received.notifyFollowers ? await tell(config, standing, change) : 'none'
      await save(standing, change, notice)
    }
    const saved = await findOwnedInstant(tx, userId, instantId)
    return { ...answerInstant(config, { instant: saved, schedule: storedScheduleOf(saved) }, plan.now), notice }
  })
}

function findTarget({ schedule }: Standing, { state, dateId, occurrence = '', newStart }: Received): Target {
  const dates = schedule.items.filter((item): item is StoredDate => item.kind === 'fixed')
  if (dateId !== null && dateId !== undefined) {
    if (occurrence) refuseFields({ occurrence: 'invalid' })
    return { date: namedDate(dates, dateId), isWhole: false }
  }
  if (occurrence) return findOccurrence(schedule, occurrence)
  // The whole instant, postponed, moves its only date.
  const only = dates.length === 1 ? dates[0] : undefined
  if (newStart && !only) refuseFields({ newStart: 'schedule_error' })
  return { date: state === 'postponed' ? only : undefined, isWhole: true }
}

function namedDate(dates: readonly StoredDate[], dateId: number): StoredDate {
  const date = dates.find(({ id }) => id === dateId)
  if (!date) throw refusal('instants.not_found')
  return date
}

/** The instant's own days, whatever the opening hours say. */
function findOccurrence({ link, items }: StoredSchedule, day: string): Target {
  if (!isDate(day)) refuseFields({ occurrence: 'invalid' })
  if (!link && !items.some((item) => item.kind === 'recurrent' && fallsOn(item, day)))
    throw refusal('instants.not_found')
  return { day, isWhole: false }
}

type Moved = { start: Temporal.Instant; end: Temporal.Instant } | undefined

/** The new time of a postponed date; without an end it lasts as long by the clocks. */
function readMove({ date }: Target, { state, newStart, newEnd }: Received): Moved {
  if (!newStart) {
    if (newEnd) refuseFields({ newEnd: 'end_date_error' })
    return undefined
  }
  const start = readDateTime(newStart)
  if (state !== 'postponed' || !date || !start) return refuseAll({ newStart: 'end_date_error' })
  const [from, to] = [parisOf(date.start).toPlainDateTime(), parisOf(date.end).toPlainDateTime()]
  const length = from.until(to, { largestUnit: 'day' })
  const end = newEnd ? readDateTime(newEnd) : instantOfParis(parisOf(start).toPlainDateTime().add(length))
  if (!end) return refuseAll({ newEnd: 'end_date_error' })
  const wrong = checkDate(start, end)
  if (wrong) refuseAll({ newEnd: wrong })
  return { start, end }
}

function isStored(standing: Standing, target: Target, wanted: StateWithMessage, moved: Moved): boolean {
  if (wanted.state === 'postponed' && target.date && !standsAt(target.date, moved)) return false
  const { state, message } = storedState(standing, target)
  return state === wanted.state && message === wanted.message
}

/** A postponed date is at its new time already, or without one. */
const standsAt = ({ start, end, formerStart }: StoredDate, moved: Moved): boolean =>
  moved ? start.equals(moved.start) && end.equals(moved.end) : !formerStart

function storedState({ instant, schedule }: Standing, { date, day, isWhole }: Target): StateWithMessage {
  if (isWhole) return { state: instant.event_state, message: instant.state_message }
  if (day) return schedule.days.get(day) ?? { state: 'planned', message: null }
  return { state: date?.state ?? 'planned', message: date?.message ?? null }
}

/** After its announced end. */
async function isOver({ tx, instant, schedule, now }: Standing, { date, day }: Target): Promise<boolean> {
  const at = now.epochMilliseconds
  if (date) return date.end.epochMilliseconds <= at
  if (day) {
    const ends = schedule.items.flatMap((item) =>
      item.kind === 'recurrent' && fallsOn(item, day) ? [wallMoment(dayNumberOf(day), item.endMinutes)] : [],
    )
    if (ends.length > 0) return Math.max(...ends) <= at
    // An evening of the opening hours may run past midnight.
    return startOfDay(dayNumberOf(day) + 1) <= at && !(await toldOccurrence(tx, instant.id, { day })).beginsAt
  }
  if (schedule.link || schedule.items.length === 0) return false
  return (
    nextOccurrence(
      schedule.items.map((item) => ({ ...item, enabled: true })),
      now,
    ) === undefined
  )
}

type Change = { target: Target; wanted: StateWithMessage; moved: Moved }

async function save(standing: Standing, change: Change, notice: 'sent' | 'none' | 'refused'): Promise<void> {
  const { tx, instant, schedule, now } = standing
  const { date, day, isWhole } = change.target
  const { wanted, moved } = change
  const items = schedule.items.map(
    (item): StoredItem => (date && item.id === date.id ? changedDate(date, wanted, moved, isWhole) : item),
  )
  const { kind, link } = schedule
  if (date && kind) await storeSchedule(tx, { instant, standing: schedule }, { kind, items, link })
  if (day) await saveOccurrenceState(tx, instant.id, day, wanted)
  const isOff = isWhole
    ? isOffState(wanted.state, moved !== undefined)
    : items.length > 0 && items.every(isOffDate(now))
  await saveInstant(tx, instant.id, {
    sequence: instant.sequence + 1,
    ...(isWhole && { event_state: wanted.state, state_message: wanted.message, state_at: toDate(now) }),
    ...(isOff && { notification_at: null }),
    ...noticeColumns(standing, notice),
  })
  await passOver(tx, changeKey(instant), await settleInstant(tx, instant.id))
  await notifyCompany(tx, instant.company_id, { topic: 'instant', id: instant.id })
}

function noticeColumns({ instant, now }: Standing, notice: 'sent' | 'none' | 'refused') {
  if (notice !== 'sent') return { last_notice: notice }
  return { last_notice: notice, notice_count: instant.notice_count + 1, last_notice_at: toDate(now) }
}

/**
 * A moved date keeps its original time. One planned again keeps nothing of its former state; one postponed again without a time stays
 * where it was announced last, and is to come.
 */
function changedDate(
  date: StoredDate,
  { state, message }: StateWithMessage,
  moved: Moved,
  isWhole: boolean,
): StoredDate {
  const former = moved && !moved.start.equals(date.start) ? date.start : (date.formerStart ?? null)
  const isMoved = moved !== undefined || state === 'cancelled' || state === 'full'
  return { ...date, ...moved, ...(!isWhole && { state, message }), formerStart: isMoved ? former : null }
}

/** True when the instant is over or none of its dates may still be announced. */
const isOffDate =
  (now: Temporal.Instant) =>
  (item: StoredItem): boolean =>
    item.kind === 'fixed' &&
    (item.end.epochMilliseconds <= now.epochMilliseconds || isOffState(item.state, Boolean(item.formerStart)))

const changeKey = ({ id, notice_count }: InstantRow): string => `instant-${id}-change-${notice_count + 1}`

/** Tells the followers, within a bound apart from that of notifications; a refused notice never refuses the change. */
async function tell(config: Config, standing: Standing, change: Change): Promise<'sent' | 'none' | 'refused'> {
  const { tx, instant, plan, now } = standing
  if (instant.publication !== 'published' || !instant.is_enabled || plan.suspendedAt) return 'none'
  const last = instant.last_notice_at && toInstant(instant.last_notice_at)
  const { allowedNotificationPerInstant: allowed } = plan.limits
  if (dueChangeNotice({ now, allowed, count: instant.notice_count, last }) === 'refused') return 'refused'
  const { company_id: companyId, id, title } = instant
  await enqueueFanOut(tx, {
    kind: 'instant',
    class: 'change',
    companyId,
    title: plan.name,
    body: changeNoticeText(title, change.wanted, daysOf(change)),
    data: { instantId: String(id), companyId },
    key: changeKey(instant),
    topic: `instant-${id}`,
    urgency: 'high',
    ...(await toldOccurrence(tx, id, { ...change.target, moved: change.moved })),
    ...(await linkToInstant(config, tx, { id, companyId, title })),
  })
  return 'sent'
}

function daysOf({ target: { date, day, isWhole }, moved }: Change) {
  const former = moved ? (date?.start ?? null) : null
  const named = isWhole ? undefined : date?.start
  return { at: moved?.start ?? named ?? null, day: day ?? null, former }
}
