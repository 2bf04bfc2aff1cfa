import { type DayOfWeek, daysOfWeek } from '../company/opening-hours.ts'
import { minutesPerDay, writeClockTime } from '../kernel/clock-time.ts'
import { dateOfDay, dayNumberOf, parisDayNumber } from '../kernel/paris-days.ts'
import { dayHours, type HoursPlan, holidayToConfirm, setHours, weekReason } from './day-hours.ts'
import { holidayOn } from './holidays.ts'
import type { OpeningReason } from './opening.ts'
import { type ClockRange, clockRangeOf, type MinuteRange } from './week.ts'

/** The hours that begin on a day, as typed: the real moments of clock nights are those of `opening` only. */
export type PublicDay = {
  date: string
  ranges: ClockRange[]
  reason: OpeningReason | null
  message: string | null
  toConfirm: boolean
}

/** The days from a date, for readers that do not know the engine. */
export function publicDays(plan: HoursPlan, from: string, count: number): PublicDay[] {
  const first = dayNumberOf(from)
  return Array.from({ length: count }, (_, index) => publicDay(plan, first + index))
}

/** The same days of each extra set, already cut by the main hours. */
export function publicSets(plan: HoursPlan, from: string, count: number) {
  const first = dayNumberOf(from)
  return plan.sets.map((set) => ({
    key: set.key,
    label: set.label,
    days: Array.from({ length: count }, (_, index) => ({
      date: dateOfDay(first + index),
      ranges: setHours(plan, set, first + index).map(clockRangeOf),
    })),
  }))
}

export type ComingDays = { from: string; to: string } & Omit<PublicDay, 'date'>

const comingDays = 30
const longClosure = 7
const announcedBefore = 7

/**
 * What differs from the week in the next 30 days: exceptional days, closures, holidays to confirm. A closure of 7 days or
 * more is announced 7 days before.
 */
export function comingHours(plan: HoursPlan, now: number): ComingDays[] {
  const today = parisDayNumber(now)
  const closures = plan.closures
    .filter(
      ({ first, last }) =>
        last >= today && first - today <= (last - first + 1 >= longClosure ? announcedBefore : comingDays),
    )
    .map(({ first, last, entry }) => ({
      from: dateOfDay(first),
      to: dateOfDay(last),
      ranges: [],
      reason: 'closure' as const,
      message: entry.message,
      toConfirm: false,
    }))
  const days = Array.from({ length: comingDays + 1 }, (_, index) => today + index)
    .filter((day) => plan.entries.has(day) || holidayOn(plan.zone, dateOfDay(day)))
    .map((day) => publicDay(plan, day))
    .filter(({ date, toConfirm }) => toConfirm || plan.entries.has(dayNumberOf(date)))
    .map(({ date, ...day }) => ({ from: date, to: date, ...(day.toConfirm ? asHoliday(plan, date, day) : day) }))
  return [...closures, ...days].sort((a, b) => a.from.localeCompare(b.from) || a.to.localeCompare(b.to))
}

function asHoliday(plan: HoursPlan, date: string, day: Omit<PublicDay, 'date'>) {
  return { ...day, reason: 'holiday' as const, message: holidayOn(plan.zone, date)?.name ?? null }
}

function publicDay(plan: HoursPlan, day: number): PublicDay {
  const hours = dayHours(plan, day)
  const { ranges, layer, entry } = hours
  const date = dateOfDay(day)
  const holiday = layer === 'holiday' ? holidayOn(plan.zone, date)?.name : undefined
  return {
    date,
    ranges: ranges.map(clockRangeOf),
    reason: layer !== 'week' ? layer : ranges.length > 0 ? null : weekReason(plan, hours),
    message: entry?.message ?? holiday ?? null,
    toConfirm: holidayToConfirm(plan, day, date) !== undefined,
  }
}

/** A day whose hours an entry decides. */
export type ParticularDay = { day: number; ranges: readonly MinuteRange[]; message: string | null }

/** From yesterday on: its evening may still run. */
export function particularDays(plan: HoursPlan, now: number): ParticularDay[] {
  const first = parisDayNumber(now) - 1
  const days = new Set(plan.entryDays)
  for (const closure of plan.closures) for (let day = closure.first; day <= closure.last; day++) days.add(day)
  return [...days]
    .filter((day) => day >= first)
    .sort((a, b) => a - b)
    .map((day) => ({ day, ranges: dayHours(plan, day).ranges, message: dayHours(plan, day).entry?.message ?? null }))
}

export type OpeningHoursSpecification = {
  '@type': 'OpeningHoursSpecification'
  dayOfWeek?: string | string[]
  opens: string
  closes: string
  validFrom?: string
  validThrough?: string
  description?: string
}

const englishDays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const

/**
 * The hours for schema.org: the week, an end past midnight as an earlier `closes`, then a dated specification for each
 * exceptional range or closed run, `validFrom` and `validThrough` both included, `00:00`-`00:00` for closed. A day by appointment
 * alone is closed with a description, schema.org having no word for it.
 */
export function openingHoursSpecification(plan: HoursPlan, now: number): OpeningHoursSpecification[] {
  const lines = daysOfWeek.flatMap((day) =>
    (plan.usual.get(day) ?? []).map((range) => ({ day, ...schemaTimes(range) })),
  )
  const weekly = Map.groupBy(lines, ({ opens, closes }) => `${opens} ${closes}`)
  const dated = closedRuns(particularDays(plan, now)).flatMap(({ first, last, ranges }) => {
    const valid = { validFrom: dateOfDay(first), validThrough: dateOfDay(last) }
    if (ranges.length === 0) return [specification({ opens: '00:00', closes: '00:00', ...valid })]
    return ranges.map((range) => specification({ ...schemaTimes(range), ...valid }))
  })
  return [...[...weekly.values()].map(weeklySpecification), ...byAppointment(plan), ...dated]
}

function byAppointment({ appointmentDays, usual }: HoursPlan): OpeningHoursSpecification[] {
  const days = daysOfWeek.filter((day) => appointmentDays.has(day) && usual.get(day)?.length === 0)
  if (days.length === 0) return []
  return [specification({ dayOfWeek: namesOf(days), opens: '00:00', closes: '00:00', description: 'Sur rendez-vous' })]
}

function specification(rest: Omit<OpeningHoursSpecification, '@type'>): OpeningHoursSpecification {
  return { '@type': 'OpeningHoursSpecification', ...rest }
}

/** Equal times mean closed there: 24 hours end a minute sooner, as in the examples of Google. */
function schemaTimes({ start, end }: MinuteRange): { opens: string; closes: string } {
  const last = Math.min(end, start + minutesPerDay - 1)
  return { opens: writeClockTime(start), closes: writeClockTime(last % minutesPerDay) }
}

function weeklySpecification(lines: { day: DayOfWeek; opens: string; closes: string }[]): OpeningHoursSpecification {
  const { opens = '', closes = '' } = lines[0] ?? {}
  return specification({ dayOfWeek: namesOf(lines.map(({ day }) => day)), opens, closes })
}

function namesOf(days: readonly DayOfWeek[]): string | string[] {
  const names = days.map((day) => englishDays[day - 1] ?? '')
  return names.length === 1 ? (names[0] ?? '') : names
}

type Run = { first: number; last: number; ranges: readonly MinuteRange[]; message: string | null }

/** Consecutive days without hours and with the same message as one. */
export function closedRuns(days: readonly ParticularDay[], isAlone: (day: number) => boolean = () => false): Run[] {
  const runs: Run[] = []
  for (const { day, ranges, message } of days) {
    const before = runs.at(-1)
    const joins = before && before.last === day - 1 && before.ranges.length === 0 && ranges.length === 0
    if (joins && before.message === message && !isAlone(day) && !isAlone(before.last)) before.last = day
    else runs.push({ first: day, last: day, ranges, message })
  }
  return runs
}
