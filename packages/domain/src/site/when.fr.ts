import type { Temporal } from 'temporal-polyfill'
import { runBetween } from '../agenda/grouping.ts'
import { type DayOfWeek, dayName, dayTypeLabel } from '../company/opening-hours.ts'
import type { Occurrence } from '../instants/occurrences.ts'
import type { ScheduleItem } from '../instants/schedule.ts'
import { formatClockTime, minutesPerDay } from '../kernel/clock-time.ts'
import { formatDay, formatDayWithoutYear, formatWeekday } from '../kernel/french-format.ts'
import { dateAt, dayNumberOf, parisDayNumber, plainDateOf } from '../kernel/paris-days.ts'
import { parisDay, parisOf, parisOffset } from '../kernel/paris-time.ts'
import { capitalise } from '../kernel/text.ts'

/** When something takes place, in the words of the residents' pages (residents.md W-035, W-039). */

/** `26 novembre 2026 à 14 h 05`: the minute of something official. */
export function officialMoment(instant: Temporal.Instant): string {
  const { hour, minute } = parisOf(instant)
  return `${formatDay(instant.epochMilliseconds)} à ${hour}\u00a0h\u00a0${String(minute).padStart(2, '0')}`
}

/** `14 h – 18 h`; to another day, the end says which, and the start too when it is told. */
export function hoursText(start: Temporal.Instant, end: Temporal.Instant, startDay = ''): string {
  const { first, last: lastDay } = runBetween(start, end)
  const last = first.equals(lastDay) ? clockText(end) : `${shortDay(parisDay(end))}, ${clockText(end)}`
  const from = startDay ? `${capitalise(startDay)}, ${clockText(start)}` : clockText(start)
  return `${from} – ${last}`
}

/** `Samedi 14 mars 2027, 14 h – 18 h` · `Du 12 au 14 mars 2027` · `Du lundi au vendredi, 7 h – 9 h`. */
export function scheduleText(item: ScheduleItem): string {
  if (item.kind === 'fixed') return dateText(item.start, item.end)
  const { startMinutes, endMinutes, from, until } = item
  const hours = `${formatClockTime(startMinutes)} – ${formatClockTime(endMinutes % minutesPerDay)}`
  return [`${dayTypeLabel(item.dayType)}, ${hours}`, validityText(from, until)].filter(Boolean).join(', ')
}

/** `Samedi 14 mars 2027, 14 h – 18 h`, or a run of days. */
export function dateText(start: Temporal.Instant, end: Temporal.Instant): string {
  const { first, last } = runBetween(start, end)
  if (!first.equals(last)) return capitalise(runText(first, last, true))
  return `${capitalise(longDay(first))}, ${hoursText(start, end)}`
}

/** `du 12 au 14 mars`, `du 30 mars au 2 avril`; with the year when it is asked for, or when they differ. */
function runText(first: Temporal.PlainDate, last: Temporal.PlainDate, hasYear = false): string {
  const isSameYear = first.year === last.year
  const to = hasYear || !isSameYear ? frenchDay(last) : frenchDayOfMonth(last)
  if (!isSameYear) return `du ${frenchDay(first)} au ${to}`
  return first.month === last.month ? `du ${dayOfMonth(first)} au ${to}` : `du ${frenchDayOfMonth(first)} au ${to}`
}

const dayOfMonth = ({ day }: Temporal.PlainDate): string => (day === 1 ? '1er' : String(day))

/** `du 7 janvier au 24 juin 2028`, `à partir du 7 janvier 2028`, `jusqu’au 24 juin 2028`. */
function validityText(from: string | null | undefined, until: string | null | undefined): string {
  const [first, last] = [from, until].map((day) => (day ? plainDateOf(dayNumberOf(day)) : undefined))
  if (first && last) return runText(first, last, true)
  if (first) return `à partir du ${frenchDay(first)}`
  return last ? `jusqu’au ${frenchDay(last)}` : ''
}

/** `jusqu’à 18 h` while it runs, else `Demain, 14 h – 18 h`. */
export function occurrenceText({ originalStart, end }: Occurrence, now: Temporal.Instant): string {
  const [from, to] = [instantOf(now, originalStart), instantOf(now, end)]
  if (originalStart <= now.epochMilliseconds) {
    const ends = runBetween(now, to)
    return ends.first.equals(ends.last) ? `jusqu’à ${clockText(to)}` : `jusqu’au ${shortDay(ends.last)}`
  }
  const { first, last } = runBetween(from, to)
  if (!first.equals(last)) return capitalise(runText(first, last))
  return `${capitalise(relativeDay(first, parisDay(now)))}, ${hoursText(from, to)}`
}

/** `24 dates, du mardi 4 janvier au mardi 13 juin 2028`, of days `YYYY-MM-DD` in their order; `1 date, le mardi 4 janvier`. */
export function manyDatesText(count: number, days: readonly string[]): string {
  const [first, last] = [days[0], days.at(-1)].map((day) => (day ? plainDateOf(dayNumberOf(day)) : undefined))
  if (!first || !last) return `${count} dates`
  if (count === 1) return `1 date, le ${shortDay(first)}`
  return `${count} dates, du ${shortDay(first)} au ${shortDay(last)} ${last.year}`
}

/** `et 5 autres dates`. */
export const otherDatesText = (count: number): string =>
  count === 0 ? '' : ` et ${count} autre${count > 1 ? 's' : ''} date${count > 1 ? 's' : ''}`

/** `hier`, `aujourd’hui`, `demain`, `samedi 14 mars`. */
export function relativeDay(day: Temporal.PlainDate, today: Temporal.PlainDate): string {
  const days = today.until(day).days
  if (days === 0) return 'aujourd’hui'
  if (days === -1) return 'hier'
  return days === 1 ? 'demain' : shortDay(day)
}

/** `hier à 11 h 42`, `aujourd’hui à 18 h`, `jeudi 19 août à 18 h`: in a sentence. */
export const momentWords = (moment: Temporal.Instant, now: Temporal.Instant): string =>
  `${relativeDay(parisDay(moment), parisDay(now))} à ${clockText(moment)}`

/** `aujourd’hui, 9 h`, `demain, 9 h`, `samedi 14 mars, 18 h` of moments in epoch milliseconds. */
export const momentText = (at: number, now: number): string =>
  `${relativeDay(dateAt(at), dateAt(now))}, ${clockText({ epochMilliseconds: at })}`

/** `12 h 30` today, `demain à 9 h`, `lundi 15 mars à 9 h` of moments in epoch milliseconds. */
export function momentInWords(at: number, now: number): string {
  const clock = clockText({ epochMilliseconds: at })
  return parisDayNumber(at) === parisDayNumber(now) ? clock : `${relativeDay(dateAt(at), dateAt(now))} à ${clock}`
}

/** `samedi 14 mars`. */
export const shortDay = (day: Temporal.PlainDate): string => formatWeekday(day.toString())

/** `samedi 14 mars 2027`. */
export const longDay = (day: Temporal.PlainDate): string => `${dayName(day.dayOfWeek as DayOfWeek)} ${frenchDay(day)}`

const frenchDay = (day: Temporal.PlainDate): string => formatDay(day.toString())
const frenchDayOfMonth = (day: Temporal.PlainDate): string => formatDayWithoutYear(day.toString())

export function clockText(instant: Pick<Temporal.Instant, 'epochMilliseconds'>): string {
  const minutes = Math.floor((instant.epochMilliseconds + parisOffset(instant.epochMilliseconds)) / 60_000)
  return formatClockTime(minutes % minutesPerDay)
}

/** Any instant knows how to make another: the rules stay free of the global Temporal. */
const instantOf = (now: Temporal.Instant, epochMilliseconds: number): Temporal.Instant =>
  now.add({ milliseconds: epochMilliseconds - now.epochMilliseconds })
