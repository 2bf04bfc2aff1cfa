import { Temporal } from 'temporal-polyfill'
import { daysOfType } from '../company/day-type.ts'
import { momentOf, type ParisDay, parisDays } from '../kernel/paris-days.ts'
import { parisDay, parisOf, startOfParisDay } from '../kernel/paris-time.ts'
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

/** Finds the occurrences of one schedule within a window of time that is worked out once, for many schedules. */
export type Window = (items: readonly ScheduleItem[]) => Occurrence[]

/**
 * The occurrences of the enabled items that are not over at `from` and that start at `to` at the latest, by start. The
 * local hours of a recurrent item hold across both clock changes (AMB-126, AMB-147, trust.md T25).
 */
export function occurrencesBetween(
  items: readonly ScheduleItem[],
  from: Temporal.Instant,
  to: Temporal.Instant,
): Occurrence[] {
  return windowBetween(from, to)(items)
}

/** The current or next occurrence of the enabled items, whenever it is; undefined when everything is over or paused. */
export function nextOccurrence(items: readonly ScheduleItem[], now: Temporal.Instant): Occurrence | undefined {
  const inAWeek = parisOf(now).add({ days: 8 }).toInstant()
  const latest = items.reduce((last, item) => (item.kind === 'fixed' ? later(last, item.start) : last), inAWeek)
  return occurrencesBetween(items, now, latest)[0]
}

/** The next occurrence when it starts within 21 days or is running, as the company page shows it (AMB-92, P-013). */
export function upcomingWindow(now: Temporal.Instant): Window {
  const find = windowBetween(now, parisOf(now).add({ days: upcomingDays }).toInstant())
  return (items) => find(items).slice(0, 1)
}

/** What the agenda lists: fixed items to the last day of month +11, recurrent ones for 30 days (G-007, G-008, AMB-94). */
export function agendaWindow(now: Temporal.Instant): Window {
  const findRecurrent = windowBetween(now, parisOf(now).add({ days: agendaDays }).toInstant())
  const findFixed = windowBetween(now, lastAgendaInstant(now))
  return (items) => {
    const recurrent = items.filter((item) => item.kind === 'recurrent')
    const fixed = items.filter((item) => item.kind === 'fixed')
    return [...findRecurrent(recurrent), ...findFixed(fixed)].sort((a, b) => compare(a.start, b.start))
  }
}

/** The last instant of the agenda: the end of the last day of month +11, in Paris (AMB-94). */
export function lastAgendaInstant(now: Temporal.Instant): Temporal.Instant {
  const firstDayAfter = parisDay(now)
    .with({ day: 1 })
    .add({ months: agendaMonths + 1 })
  return startOfParisDay(firstDayAfter).subtract({ milliseconds: 1 })
}

function windowBetween(from: Temporal.Instant, to: Temporal.Instant): Window {
  let known: readonly ParisDay[] | undefined
  const days = () => {
    // A preview may begin on the last day for hours of the next one.
    known ??= parisDays(parisDay(from), parisDay(to).add({ days: 1 }))
    return known
  }
  return (items) =>
    items
      .filter((item) => item.enabled)
      .flatMap((item) => (item.kind === 'fixed' ? [occurrenceOfFixed(item)] : recurrences(item, days())))
      .filter((occurrence) => compare(occurrence.end, from) > 0 && compare(occurrence.start, to) <= 0)
      .sort((a, b) => compare(a.start, b.start) || compare(a.end, b.end))
}

function occurrenceOfFixed(item: FixedItem): Occurrence {
  return occurrence(item.start, item.end, item.preview)
}

function recurrences(item: RecurrentItem, days: readonly ParisDay[]): Occurrence[] {
  const daysOfWeek = daysOfType(item.dayType)
  return days.filter(({ dayOfWeek }) => daysOfWeek.includes(dayOfWeek)).map((day) => occurrenceOn(item, day))
}

/**
 * A missing hour shifts forward and a doubled one is taken the first time. When the shift of the start leaves less than
 * the least slot before the end, the end shifts as much: nothing is lost nor reversed on that night.
 */
function occurrenceOn(item: RecurrentItem, day: ParisDay): Occurrence {
  const start = momentOf(day, item.startMinutes)
  const end = momentOf(day, item.endMinutes)
  const least = start.add({ minutes: leastMinutes })
  const length = item.endMinutes - item.startMinutes
  return occurrence(start, compare(end, least) < 0 ? start.add({ minutes: length }) : end, item.preview)
}

function occurrence(originalStart: Temporal.Instant, end: Temporal.Instant, preview: boolean): Occurrence {
  const start = preview ? originalStart.subtract({ hours: previewHours }) : originalStart
  return { start, originalStart, end, preview }
}

function compare(a: Temporal.Instant, b: Temporal.Instant): number {
  return Temporal.Instant.compare(a, b)
}

function later(a: Temporal.Instant, b: Temporal.Instant): Temporal.Instant {
  return compare(a, b) < 0 ? b : a
}
