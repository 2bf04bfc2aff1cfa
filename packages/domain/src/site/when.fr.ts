import type { Temporal } from 'temporal-polyfill'
import { type DayOfWeek, dayName, dayTypeLabel } from '../company/day-type.ts'
import type { Occurrence } from '../instants/occurrences.ts'
import type { ScheduleItem } from '../instants/schedule.ts'
import { formatClockTime } from '../kernel/clock-time.ts'
import { frenchDay, frenchDayOfMonth } from '../kernel/french-date.ts'
import { parisDay, parisOf } from '../kernel/paris-time.ts'

/** When something takes place, in the words of the residents' pages (residents.md W-035, W-039). */

/** `14 h – 18 h`; to another day, the end says which. */
function hoursText(start: Temporal.Instant, end: Temporal.Instant): string {
  const sameDay = parisDay(start).equals(parisDay(end))
  const last = sameDay ? clockText(end) : `${shortDay(parisDay(end))}, ${clockText(end)}`
  return `${clockText(start)} – ${last}`
}

/** `Samedi 14 mars 2027, 14 h – 18 h` · `Du lundi au vendredi, 7 h – 9 h`. */
export function scheduleText(item: ScheduleItem): string {
  if (item.kind === 'recurrent')
    return `${dayTypeLabel(item.dayType)}, ${formatClockTime(item.startMinutes)} – ${formatClockTime(item.endMinutes)}`
  return `${capital(longDay(parisDay(item.start)))}, ${hoursText(item.start, item.end)}`
}

/** `jusqu’à 18 h` while it runs, else `Demain, 14 h – 18 h`. */
export function occurrenceText({ originalStart, end }: Occurrence, now: Temporal.Instant): string {
  const [from, to] = [instantOf(now, originalStart), instantOf(now, end)]
  if (originalStart <= now.epochMilliseconds) return `jusqu’à ${clockText(to)}`
  return `${capital(relativeDay(parisDay(from), parisDay(now)))}, ${hoursText(from, to)}`
}

/** `aujourd’hui`, `demain`, `samedi 14 mars`. */
export function relativeDay(day: Temporal.PlainDate, today: Temporal.PlainDate): string {
  const days = today.until(day).days
  if (days === 0) return 'aujourd’hui'
  return days === 1 ? 'demain' : shortDay(day)
}

/** `samedi 14 mars`. */
export const shortDay = (day: Temporal.PlainDate): string =>
  `${dayName(day.dayOfWeek as DayOfWeek)} ${frenchDayOfMonth(day)}`

/** `samedi 14 mars 2027`. */
export const longDay = (day: Temporal.PlainDate): string => `${dayName(day.dayOfWeek as DayOfWeek)} ${frenchDay(day)}`

export function clockText(instant: Temporal.Instant): string {
  const { hour, minute } = parisOf(instant)
  return formatClockTime(hour * 60 + minute)
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** Any instant knows how to make another: the rules stay free of the global Temporal. */
const instantOf = (now: Temporal.Instant, epochMilliseconds: number): Temporal.Instant =>
  now.add({ milliseconds: epochMilliseconds - now.epochMilliseconds })
