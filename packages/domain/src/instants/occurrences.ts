import type { Temporal } from 'temporal-polyfill'
import { daysOfType, daysOfWeek } from '../company/day-type.ts'
import { daysLater, momentOf, type ParisDay, parisDayNumber, parisDays } from '../kernel/paris-days.ts'
import { parisOffset } from '../kernel/paris-time.ts'
import type { FixedItem, RecurrentItem, ScheduleItem } from './schedule.ts'

/**
 * One time an instant takes place; with the preview, `start` is two elapsed hours before `originalStart` (G-012). In epoch
 * milliseconds: a calendar works thousands of them out for each call.
 */
export type Occurrence = { start: number; originalStart: number; end: number; preview: boolean }

const minute = 60_000
const previewLength = 120 * minute
const leastLength = 15 * minute
const upcomingDays = 21
const agendaDays = 30
const agendaMonths = 11

/**
 * Finds the occurrences of one schedule within a window of time that is worked out once, for many schedules: those of the
 * enabled items that are not over when it begins and that start before it ends, by start. The local hours of a recurrent
 * item hold across both clock changes (AMB-126, AMB-147, trust.md T25).
 */
export type Window = (items: readonly ScheduleItem[]) => Occurrence[]

/** The current or next occurrence of the enabled items, whenever it is; undefined when everything is over or paused. */
export function nextOccurrence(items: readonly ScheduleItem[], now: Temporal.Instant): Occurrence | undefined {
  const from = now.epochMilliseconds
  const starts = items.flatMap((item) => (item.kind === 'fixed' ? [item.start.epochMilliseconds] : []))
  return windowBetween(from, sameFor(Math.max(daysLater(from, 8), ...starts)))(items)[0]
}

/** The next occurrence when it starts within 21 days or is running, as the company page shows it (AMB-92, P-013). */
export function upcomingWindow(now: Temporal.Instant): Window {
  const from = now.epochMilliseconds
  const find = windowBetween(from, sameFor(daysLater(from, upcomingDays)))
  return (items) => find(items).slice(0, 1)
}

/**
 * What the agenda lists: fixed items to the last day of month +11, recurrent ones for 30 days (G-007, G-008, AMB-94), and
 * nothing that starts after `last`, in epoch milliseconds.
 */
export function agendaWindow(now: Temporal.Instant, last = Number.POSITIVE_INFINITY): Window {
  const from = now.epochMilliseconds
  const recurrent = Math.min(last, daysLater(from, agendaDays))
  return windowBetween(from, { recurrent, fixed: Math.min(last, lastAgendaMoment(from)) })
}

/** The last moment of the agenda: the end of the last day of month +11, in Paris, in epoch milliseconds (AMB-94). */
export function lastAgendaMoment(now: number): number {
  const today = new Date(now + parisOffset(now))
  const firstDayAfter = Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + agendaMonths + 1, 1)
  // No clocks change on the first of a month.
  return firstDayAfter - parisOffset(firstDayAfter) - 1
}

/** The days of a window by their day of the week. */
type DaysOfWindow = Map<ParisDay['dayOfWeek'], ParisDay[]>

/** The last start of each kind of item, in epoch milliseconds. */
type LastStart = Record<ScheduleItem['kind'], number>

function sameFor(last: number): LastStart {
  return { recurrent: last, fixed: last }
}

function windowBetween(from: number, last: LastStart): Window {
  let known: DaysOfWindow | undefined
  const days = () => {
    // A preview may begin on the last day for hours of the next one.
    known ??= byWeekday(parisDays(parisDayNumber(from), parisDayNumber(last.recurrent) + 1))
    return known
  }
  return (items) => {
    const found: Occurrence[] = []
    const keep = (kind: ScheduleItem['kind'], one: Occurrence) => {
      if (one.end > from && one.start <= last[kind]) found.push(one)
    }
    for (const item of items) {
      if (!item.enabled) continue
      if (item.kind === 'fixed') keep('fixed', occurrenceOfFixed(item))
      else
        for (const weekday of daysOfType(item.dayType))
          for (const day of days().get(weekday) ?? []) keep('recurrent', occurrenceOn(item, day))
    }
    return found.sort((a, b) => a.start - b.start || a.end - b.end)
  }
}

function byWeekday(days: readonly ParisDay[]): DaysOfWindow {
  return new Map(daysOfWeek.map((weekday) => [weekday, days.filter(({ dayOfWeek }) => dayOfWeek === weekday)]))
}

function occurrenceOfFixed(item: FixedItem): Occurrence {
  return occurrence(item.start.epochMilliseconds, item.end.epochMilliseconds, item.preview)
}

/**
 * A missing hour shifts forward and a doubled one is taken the first time. When the shift of the start leaves less than
 * the least slot before the end, the end shifts as much: nothing is lost nor reversed on that night.
 */
function occurrenceOn(item: RecurrentItem, day: ParisDay): Occurrence {
  const start = momentOf(day, item.startMinutes)
  const end = momentOf(day, item.endMinutes)
  const length = (item.endMinutes - item.startMinutes) * minute
  return occurrence(start, end - start < leastLength ? start + length : end, item.preview)
}

function occurrence(originalStart: number, end: number, preview: boolean): Occurrence {
  return { start: preview ? originalStart - previewLength : originalStart, originalStart, end, preview }
}
