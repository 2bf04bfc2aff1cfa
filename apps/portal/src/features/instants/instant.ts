import type { AnswerOf } from '@parvis/domain/api'
import { readableItems } from '@parvis/domain/instants/activation-time'
import { readFullSchedule } from '@parvis/domain/instants/full-schedule'
import { type InstantKind, instantKind } from '@parvis/domain/instants/kind'
import { type TimeLeft, timeLeft } from '@parvis/domain/instants/listed-instant'
import { comingDates, type ScheduleContext, windowOfDays } from '@parvis/domain/instants/occurrences'
import type { ScheduleItem } from '@parvis/domain/instants/schedule'
import { nextTakingPlace } from '@parvis/domain/instants/takes-place'
import { dateOfDay, parisDayNumber } from '@parvis/domain/kernel/paris-days'
import { readDateTime } from '@parvis/domain/kernel/paris-time'
import type { Temporal } from 'temporal-polyfill'

/** An instant as the server answers it. */
export type ServerInstant = AnswerOf<'GET /v1/instants/:id'>

/**
 * `draft`: no schedule yet, or kept unpublished, seen by its owner only. `scheduled`: published later.
 * `paused`: every item is.
 */
export type InstantState = 'draft' | 'scheduled' | 'paused' | 'running' | 'coming' | 'over'

/** The schedule of an instant as the rules of the domain read it, each date with its state; a link to the hours as its copy. */
export function scheduleOf(instant: ServerInstant): ScheduleItem[] {
  const { schedule, followsHours } = instant
  const read = schedule && !followsHours ? readFullSchedule(schedule) : undefined
  if (read && 'items' in read) return read.items.map((item, at) => withState(item, schedule?.dates[at]))
  return readableItems(instant.instantActivationTimes)
}

type StoredDate = NonNullable<ServerInstant['schedule']>['dates'][number]

function withState(item: ScheduleItem, date: StoredDate | undefined): ScheduleItem {
  if (item.kind !== 'fixed' || !date) return item
  const formerStart = date.formerStart ? (readDateTime(date.formerStart) ?? null) : null
  return { ...item, state: date.state, message: date.message, formerStart }
}

/** The state of the whole and of its weekly occurrences. */
function contextOf({ schedule, eventState: { state, message } }: ServerInstant): ScheduleContext {
  const days = new Map(schedule?.weekly.flatMap((line) => line.occurrences.map((one) => [one.day, one] as const)))
  return { ...(state !== 'planned' && { whole: { state, message } }), days }
}

const weeklyDays = 42
const maxWeekly = 12

/** The dates to come, or the next weekly occurrences, offered to the state dialog. */
export function comingOf(instant: ServerInstant, now: Temporal.Instant) {
  const [items, context] = [scheduleOf(instant), contextOf(instant)]
  const dates = comingDates(items, now, context)
  const found = dates.length > 0 ? dates : windowOfDays(now, weeklyDays)(items, context).slice(0, maxWeekly)
  return found.map((one) => ({
    ...one,
    isDate: dates.length > 0,
    day: dateOfDay(parisDayNumber(one.originalStart)),
  }))
}

/** The tab and the form of an instant. */
export function kindOf({ instantInformation, schedule }: ServerInstant): InstantKind {
  return instantKind(instantInformation.category, schedule?.kind === 'dates')
}

/** Where an instant stands at a moment, with the start and the time left of its occurrence. */
export function standingOf(instant: ServerInstant, now: Temporal.Instant) {
  const items = scheduleOf(instant)
  const next = nextTakingPlace(items, now, contextOf(instant))
  const left = timeLeft(next, now)
  const published = stateOf(items.length > 0, instant.status, left)
  const state = instant.publication.state === 'published' ? published : instant.publication.state
  return { state, left, start: next?.originalStart, next }
}

function stateOf(hasSchedule: boolean, isEnabled: boolean, left: TimeLeft): InstantState {
  if (!hasSchedule) return 'draft'
  if (!isEnabled) return 'paused'
  if (left.state === 'over') return 'over'
  return left.state === 'running' ? 'running' : 'coming'
}
