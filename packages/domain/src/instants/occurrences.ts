import type { Temporal } from 'temporal-polyfill'
import { type SeatPlan, type Seats, withSeats } from '../bookings/seats.ts'
import type { DayOfWeek } from '../company/opening-hours.ts'
import { dayHours, type HoursPlan, isClosedWhole } from '../hours/day-hours.ts'
import { spansOf } from '../hours/spans.ts'
import {
  dateOfDay,
  dayNumberOf,
  daysBetween,
  daysLater,
  parisDayNumber,
  startOfDay,
  wallMoment,
  weekdayOf,
} from '../kernel/paris-days.ts'
import { parisOffset } from '../kernel/paris-time.ts'
import { type EventState, graver, type StateWithMessage } from './event-state.ts'
import {
  daysOfItem,
  type FixedItem,
  isLeftOut,
  previewMinutes,
  type RecurrentItem,
  type ScheduleItem,
  shortestMinutes,
} from './schedule.ts'

/**
 * One time an instant takes place; with the preview, `start` is two elapsed hours before `originalStart`. In epoch
 * milliseconds: a calendar works thousands of them out for each call.
 */
export type Occurrence = {
  start: number
  originalStart: number
  end: number
  preview: boolean
  /** The date or line it is of, and what has become of it; planned when absent. */
  id?: number | undefined
  state?: EventState
  message?: string | null
  formerStart?: number | null
  /** Of a date that takes bookings; with none left it reads as full. */
  seats?: Seats
}

/** Context of occurrences beside their items; empty for a schedule without states, of a place without closures. */
export type ScheduleContext = {
  /** The opening hours of the company, where items may follow them. */
  hours?: HoursPlan | undefined
  /** The link « aux heures d’ouverture », when it is on. */
  linked?: { id: number } | undefined
  /** No weekly occurrence begins on a day closed whole. */
  pausesWhenClosed?: boolean
  /** The state of the whole instant, and of its weekly occurrences by day. */
  whole?: StateWithMessage
  days?: ReadonlyMap<string, StateWithMessage>
  /** How its dates take bookings; those of a link to the hours take none. */
  seats?: SeatPlan | undefined
}

const minute = 60_000
const agendaDays = 30
const agendaMonths = 11
const furthestDays = 370

/**
 * Finds the occurrences of one schedule within a window of time that is worked out once, for many schedules: those of the
 * enabled items that are not over when it begins and that start before it ends, by start. The local hours of a recurrent
 * item hold across both clock changes (AMB-126, AMB-147, trust.md T25).
 */
export type Window = (items: readonly ScheduleItem[], context?: ScheduleContext) => Occurrence[]

/** The current or next occurrence of the enabled items, whenever it is; undefined when everything is over or paused. */
export function nextOccurrence(
  items: readonly ScheduleItem[],
  now: Temporal.Instant,
  context?: ScheduleContext,
): Occurrence | undefined {
  const from = now.epochMilliseconds
  const starts = items.flatMap((item) =>
    item.kind === 'fixed' ? [item.start.epochMilliseconds] : item.from ? [startOfDay(dayNumberOf(item.from) + 8)] : [],
  )
  const [near, far] = [Math.max(daysLater(from, 8), ...starts), daysLater(from, furthestDays)]
  const first = windowBetween(from, sameFor(near))(items, context)[0]
  const comesBack = context?.linked !== undefined || items.some((item) => item.kind === 'recurrent' && item.enabled)
  // A closure, a first day or days left out may hide the next weeks.
  return first ?? (comesBack ? windowBetween(from, sameFor(Math.max(near, far)))(items, context)[0] : undefined)
}

/** Every date that is not over, by start; weekly lines have none. */
export function comingDates(
  items: readonly ScheduleItem[],
  now: Temporal.Instant,
  context?: ScheduleContext,
): Occurrence[] {
  const dates = items.filter((item) => item.kind === 'fixed')
  const from = now.epochMilliseconds
  return windowBetween(from, { fixed: Number.POSITIVE_INFINITY, recurrent: from })(dates, {
    ...context,
    linked: undefined,
  })
}

/** Occurrences that start within this many days or are running, for calendar feeds (residents.md W-085). */
export function windowOfDays(now: Temporal.Instant, days: number): Window {
  return windowBetween(now.epochMilliseconds, sameFor(daysLater(now.epochMilliseconds, days)))
}

/** The days of a weekly line that hold nothing: those left out, and those closed whole within the coming year. */
export function silentDays(item: RecurrentItem, now: Temporal.Instant, context: ScheduleContext): string[] {
  const today = parisDayNumber(now.epochMilliseconds)
  const coming = mayClose(context) ? daysBetween(today - 1, today + furthestDays) : []
  const closed = coming
    .filter((day) => daysOfItem(item).includes(weekdayOf(day)) && isHidden(item, day, context))
    .map(dateOfDay)
  const isInside = (date: string) => !isLeftOut({ ...item, except: [] }, date)
  return [...new Set([...(item.except ?? []), ...closed])].filter(isInside).sort()
}

const isRestricted = ({ from, until, except }: RecurrentItem): boolean =>
  Boolean(from || until) || (except !== undefined && except.length > 0)

/** What the agenda lists: fixed items to the last day of month +11, recurrent ones for 30 days. */
export function agendaWindow(now: Temporal.Instant): Window {
  return agendaBetween(now, lastAgendaStarts(now.epochMilliseconds))
}

/** What is not over at a moment, by the last start of each kind of item and the first one of all, in epoch milliseconds. */
export function agendaBetween(from: Temporal.Instant, last: LastStart, first?: number): Window {
  return windowBetween(from.epochMilliseconds, last, first)
}

/** The last starts of the agenda: 30 days later, and the end of the last day of month +11, in Paris. */
export function lastAgendaStarts(now: number): LastStart {
  const today = new Date(now + parisOffset(now))
  const firstDayAfter = Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + agendaMonths + 1, 1)
  // No clocks change on the first of a month.
  return { recurrent: daysLater(now, agendaDays), fixed: firstDayAfter - parisOffset(firstDayAfter) - 1 }
}

/** The days of a window by their day of the week. */
type DaysOfWindow = ReadonlyMap<DayOfWeek, readonly number[]>

/** The last start of each kind of item, in epoch milliseconds. */
export type LastStart = Record<ScheduleItem['kind'], number>

function sameFor(last: number): LastStart {
  return { recurrent: last, fixed: last }
}

function windowBetween(from: number, last: LastStart, first = Number.NEGATIVE_INFINITY): Window {
  let known: DaysOfWindow | undefined
  // The evening of yesterday may still run.
  const begin = parisDayNumber(Math.max(from, first)) - 1
  // A preview may begin on the last day for hours of the next one.
  const end = parisDayNumber(last.recurrent) + 1
  const days = () => {
    known ??= Map.groupBy(begin > end ? [] : daysBetween(begin, end), weekdayOf)
    return known
  }
  return (items, context = {}) => {
    const found: Occurrence[] = []
    const keep = (kind: ScheduleItem['kind'], one: Occurrence) => {
      if (one.end > from && one.start >= first && one.start <= last[kind]) found.push(one)
    }
    for (const item of items) {
      if (!item.enabled) continue
      if (item.kind === 'fixed') keep('fixed', occurrenceOfFixed(item, context))
      else for (const one of occurrencesOfLine(item, days(), context)) keep('recurrent', one)
    }
    for (const one of linkedOccurrences(context, begin, end)) keep('recurrent', one)
    return found.sort((a, b) => a.start - b.start || a.end - b.end)
  }
}

function occurrencesOfLine(item: RecurrentItem, days: DaysOfWindow, context: ScheduleContext): Occurrence[] {
  const particular = isParticular(item, context) ? context : undefined
  return daysOfItem(item).flatMap((weekday) =>
    (days.get(weekday) ?? []).flatMap((day) => occurrenceOn(item, day, particular) ?? []),
  )
}

/** Occurrences of the opening hours, exceptions included: an instant linked to the hours has no times of its own. */
function linkedOccurrences(context: ScheduleContext, first: number, last: number): Occurrence[] {
  const { hours, linked } = context
  if (!hours || !linked) return []
  const found: Occurrence[] = []
  for (let day = first; day <= last; day++)
    for (const { start, end } of spansOf(dayHours(hours, day).ranges, day))
      found.push(withState(occurrence(start, end, false, linked.id), context, day))
  return found
}

function occurrenceOfFixed(item: FixedItem, { whole, seats }: ScheduleContext): Occurrence {
  const { start, end, preview, id, formerStart, state = 'planned', message = null } = item
  const one = occurrence(start.epochMilliseconds, end.epochMilliseconds, preview, id)
  if (formerStart) one.formerStart = formerStart.epochMilliseconds
  if (whole || item.state) Object.assign(one, graver({ state, message }, whole ?? planned))
  return seats ? withSeats(one, seats, String(item.id)) : one
}

/**
 * A missing hour shifts forward and a doubled one is taken the first time. When the shift of the start leaves less than
 * the least slot before the end, the end shifts as much: nothing is lost nor reversed on that night. Undefined on a day
 * before the first one, after the last, left out, or closed whole. `particular`: the context, when it may change something.
 */
function occurrenceOn(item: RecurrentItem, day: number, particular?: ScheduleContext): Occurrence | undefined {
  if (particular && isHidden(item, day, particular)) return undefined
  const [start, end] = [wallMoment(day, item.startMinutes), wallMoment(day, item.endMinutes)]
  const length = (item.endMinutes - item.startMinutes) * minute
  const one = occurrence(start, end - start < shortestMinutes * minute ? start + length : end, item.preview, item.id)
  if (!particular) return one
  withState(one, particular, day)
  return particular.seats ? withSeats(one, particular.seats, `${item.id}-${dateOfDay(day)}`) : one
}

/** Whether a day may hide an occurrence or give it a state: for most lines no day does. */
function isParticular(item: RecurrentItem, context: ScheduleContext): boolean {
  const { days, whole, seats } = context
  return isRestricted(item) || mayClose(context) || days !== undefined || whole !== undefined || seats !== undefined
}

/** Whether a day of the opening hours may be closed whole, and silence its occurrences. */
const mayClose = ({ hours, pausesWhenClosed }: ScheduleContext): boolean =>
  pausesWhenClosed === true && hours !== undefined && hours.entryDays.length + hours.closures.length > 0

function isHidden(item: RecurrentItem, day: number, { hours, pausesWhenClosed }: ScheduleContext): boolean {
  if (hours && pausesWhenClosed && isClosedWhole(hours, day)) return true
  return isRestricted(item) && isLeftOut(item, dateOfDay(day))
}

const planned: StateWithMessage = { state: 'planned', message: null }

function withState(one: Occurrence, { whole = planned, days }: ScheduleContext, day: number): Occurrence {
  const own = days?.get(dateOfDay(day)) ?? planned
  const worst = graver(own, whole)
  return worst.state === 'planned' ? one : Object.assign(one, { state: worst.state, message: worst.message })
}

function occurrence(originalStart: number, end: number, preview: boolean, id?: number): Occurrence {
  return { start: preview ? originalStart - previewMinutes * minute : originalStart, originalStart, end, preview, id }
}
