import { Temporal } from 'temporal-polyfill'
import { type DayOfWeek, daysOfType } from '../company/day-type.ts'
import { instantOfParis, parisDay, parisOf, startOfParisDay } from '../kernel/paris-time.ts'
import type { FixedItem, RecurrentItem, ScheduleItem } from './schedule.ts'

/** One time an instant takes place; with the preview, `start` is two elapsed hours before `originalStart` (G-012). */
export type Occurrence = {
  start: Temporal.Instant
  originalStart: Temporal.Instant
  end: Temporal.Instant
  preview: boolean
}

const previewHours = 2
const leastMinutes = 15
const upcomingDays = 21
const agendaDays = 30
const agendaMonths = 11

/**
 * The occurrences of the enabled items that are not over at `from` and that start at `to` at the latest, by start. The
 * local hours of a recurrent item hold across both clock changes (AMB-126, AMB-147, trust.md T25).
 */
export function occurrencesBetween(
  items: readonly ScheduleItem[],
  from: Temporal.Instant,
  to: Temporal.Instant,
): Occurrence[] {
  return items
    .filter((item) => item.enabled)
    .flatMap((item) => (item.kind === 'fixed' ? [occurrenceOfFixed(item)] : recurrences(item, from, to)))
    .filter((occurrence) => compare(occurrence.end, from) > 0 && compare(occurrence.start, to) <= 0)
    .sort((a, b) => compare(a.start, b.start) || compare(a.end, b.end))
}

/** The current or next occurrence of the enabled items, whenever it is; undefined when everything is over or paused. */
export function nextOccurrence(items: readonly ScheduleItem[], now: Temporal.Instant): Occurrence | undefined {
  const inAWeek = parisOf(now).add({ days: 8 }).toInstant()
  const latest = items.reduce((last, item) => (item.kind === 'fixed' ? later(last, item.start) : last), inAWeek)
  return occurrencesBetween(items, now, latest)[0]
}

/** The next occurrence when it starts within 21 days or is running, as the company page shows it (AMB-92, P-013). */
export function upcomingOccurrence(items: readonly ScheduleItem[], now: Temporal.Instant): Occurrence | undefined {
  return occurrencesBetween(items, now, parisOf(now).add({ days: upcomingDays }).toInstant())[0]
}

/** What the agenda lists: fixed items to the last day of month +11, recurrent ones for 30 days (G-007, G-008, AMB-94). */
export function agendaOccurrences(items: readonly ScheduleItem[], now: Temporal.Instant): Occurrence[] {
  const recurrent = items.filter((item) => item.kind === 'recurrent')
  const fixed = items.filter((item) => item.kind === 'fixed')
  const found = [
    ...occurrencesBetween(recurrent, now, parisOf(now).add({ days: agendaDays }).toInstant()),
    ...occurrencesBetween(fixed, now, lastAgendaInstant(now)),
  ]
  return found.sort((a, b) => compare(a.start, b.start))
}

/** The last instant of the agenda: the end of the last day of month +11, in Paris (AMB-94). */
export function lastAgendaInstant(now: Temporal.Instant): Temporal.Instant {
  const firstDayAfter = parisDay(now)
    .with({ day: 1 })
    .add({ months: agendaMonths + 1 })
  return startOfParisDay(firstDayAfter).subtract({ milliseconds: 1 })
}

function occurrenceOfFixed(item: FixedItem): Occurrence {
  return occurrence(item.start, item.end, item.preview)
}

function recurrences(item: RecurrentItem, from: Temporal.Instant, to: Temporal.Instant): Occurrence[] {
  const days = daysOfType(item.dayType)
  const first = parisDay(from)
  // A preview may begin on the last day for hours of the next one.
  const count = first.until(parisDay(to)).days + 2
  return Array.from({ length: count }, (_, index) => first.add({ days: index }))
    .filter((day) => days.includes(day.dayOfWeek as DayOfWeek))
    .map((day) => occurrenceOn(item, day))
}

/**
 * A missing hour shifts forward and a doubled one is taken the first time. When the shift of the start leaves less than
 * the least slot before the end, the end shifts as much: nothing is lost nor reversed on that night.
 */
function occurrenceOn(item: RecurrentItem, day: Temporal.PlainDate): Occurrence {
  const start = at(day, item.startMinutes)
  const end = at(day, item.endMinutes)
  const least = start.add({ minutes: leastMinutes })
  const length = item.endMinutes - item.startMinutes
  return occurrence(start, compare(end, least) < 0 ? start.add({ minutes: length }) : end, item.preview)
}

function occurrence(originalStart: Temporal.Instant, end: Temporal.Instant, preview: boolean): Occurrence {
  const start = preview ? originalStart.subtract({ hours: previewHours }) : originalStart
  return { start, originalStart, end, preview }
}

function at(day: Temporal.PlainDate, minutes: number): Temporal.Instant {
  return instantOfParis(day.toPlainDateTime({ hour: Math.floor(minutes / 60), minute: minutes % 60 }))
}

function compare(a: Temporal.Instant, b: Temporal.Instant): number {
  return Temporal.Instant.compare(a, b)
}

function later(a: Temporal.Instant, b: Temporal.Instant): Temporal.Instant {
  return compare(a, b) < 0 ? b : a
}
