import type { DayOfWeek, OpeningHours } from '../company/opening-hours.ts'
import { minutesPerDay, readClockTime } from '../kernel/clock-time.ts'
import { dayNumberOf, weekdayOf } from '../kernel/paris-days.ts'
import { type Holiday, holidayOn, holidayZone } from './holidays.ts'
import {
  type ClockRange,
  foldWeek,
  isRoundTheClock,
  type MinuteRange,
  mergeRanges,
  minutesOf,
  rangesByWeekday,
  type WeekLine,
} from './week.ts'

export type ExceptionKind = 'closed' | 'open' | 'cut'
export type ExceptionSource = 'manual' | 'today' | 'holiday'

/**
 * What differs from the week, from a day `YYYY-MM-DD` to another, both included. One day is an exceptional day, several
 * are a closure.
 */
export type HourException = {
  id: number
  from: string
  to: string
  kind: ExceptionKind
  /** For an opening only. */
  ranges: readonly ClockRange[]
  /** A cut: the opening ends, or begins, at this time; on the next day when it is at or before the first opening. */
  closesAt: string | null
  opensFrom: string | null
  /** Hours of extra sets on that day, by key. */
  sets: Readonly<Record<string, readonly ClockRange[]>>
  message: string | null
  source: ExceptionSource
}

export type HourSet = { key: string; label: string; week: readonly WeekLine[] }

/** All that the hours of a company are worked out from. */
export type CompanyHours = {
  week: readonly WeekLine[]
  /** Outside of its hours, such a day receives by appointment. */
  appointmentDays?: readonly DayOfWeek[] | undefined
  exceptions: readonly HourException[]
  sets: readonly HourSet[]
  /** Its public holidays follow it. */
  zip: string | null
  /** The holidays answered « comme d’habitude », `YYYY-MM-DD`: the others are exceptions. */
  usualHolidays: readonly string[]
}

/** The hours of a place that has said none. */
export const unknownHours: CompanyHours = { week: [], exceptions: [], sets: [], zip: null, usualHolidays: [] }

/** Hours indexed for repeated questions: built once per company and version of its hours. */
export type HoursPlan = {
  /** `appointment`: days by appointment and no hours at all. */
  weekState: 'unknown' | 'paused' | 'appointment' | 'week'
  usual: ReadonlyMap<DayOfWeek, readonly MinuteRange[]>
  /** None while the week is paused. */
  appointmentDays: ReadonlySet<DayOfWeek>
  /** True when the week alone leaves no minute closed. */
  roundTheClock: boolean
  /** Exceptional days by day number, and those numbers sorted. */
  entries: ReadonlyMap<number, HourException>
  entryDays: readonly number[]
  closures: readonly { first: number; last: number; entry: HourException }[]
  sets: readonly { key: string; label: string; usual: ReadonlyMap<DayOfWeek, readonly MinuteRange[]> }[]
  zone: string
  usualHolidays: ReadonlySet<string>
}

/** The layer that decides a day: an exceptional day wins over a closure, a closure over the week. */
export type Layer = 'week' | 'closure' | 'exception' | 'cut' | 'holiday'

export type DayHours = {
  /** The ranges that begin on that day, their part past midnight included. */
  ranges: readonly MinuteRange[]
  /** The ranges that the week alone would open. */
  usual: readonly MinuteRange[]
  layer: Layer
  entry: HourException | undefined
  /** By appointment outside of its ranges: the week alone says it, an entry of the day does not. */
  byAppointment: boolean
}

const none: readonly MinuteRange[] = []

export function planHours(hours: CompanyHours): HoursPlan {
  const usual = rangesByWeekday(hours.week)
  const days = hours.exceptions.filter(({ from, to }) => from === to)
  const entries = new Map(days.map((entry) => [dayNumberOf(entry.from), entry]))
  const weekState = weekStateOf(hours)
  return {
    weekState,
    usual,
    appointmentDays: new Set(weekState === 'paused' ? [] : hours.appointmentDays),
    roundTheClock: isRoundTheClock(usual),
    entries,
    entryDays: [...entries.keys()].sort((a, b) => a - b),
    closures: hours.exceptions
      .filter(({ from, to }) => from !== to)
      .map((entry) => ({ first: dayNumberOf(entry.from), last: dayNumberOf(entry.to), entry })),
    sets: hours.sets.map(({ key, label, week }) => ({ key, label, usual: rangesByWeekday(week) })),
    zone: holidayZone(hours.zip),
    usualHolidays: new Set(hours.usualHolidays),
  }
}

function weekStateOf({ week, appointmentDays = [] }: CompanyHours): HoursPlan['weekState'] {
  if (week.some((line) => line.enabled)) return 'week'
  if (week.length > 0) return 'paused'
  return appointmentDays.length > 0 ? 'appointment' : 'unknown'
}

/** Whether there is a week to show, day by day. */
export function hasWeek({ weekState }: HoursPlan): boolean {
  return weekState === 'week' || weekState === 'appointment'
}

/** The plan of a week without exceptions, for a week being typed; holidays are not asked about. */
export function planOfWeek(hours: readonly OpeningHours[], appointmentDays: readonly DayOfWeek[] = []): HoursPlan {
  const week = foldWeek(hours.map(({ dayType, ...row }) => ({ ...row, type: dayType })))
  return planHours({ ...unknownHours, week, appointmentDays })
}

/** The hours that begin on a numbered day, and why they are so. */
export function dayHours(plan: HoursPlan, day: number): DayHours {
  const usual = plan.usual.get(weekdayOf(day)) ?? none
  const entry = plan.entries.get(day)
  if (!entry) {
    const closure = closureOn(plan, day)
    return closure
      ? { ranges: none, usual, layer: 'closure', entry: closure.entry, byAppointment: false }
      : { ranges: usual, usual, layer: 'week', entry, byAppointment: plan.appointmentDays.has(weekdayOf(day)) }
  }
  const isCut = entry.closesAt !== null || entry.opensFrom !== null
  const layer = isCut ? 'cut' : entry.source === 'holiday' ? 'holiday' : 'exception'
  return { ranges: cutRanges(baseOf(plan, day, entry, usual), entry), usual, layer, entry, byAppointment: false }
}

/** Why the week alone leaves a minute of a day closed. */
export function weekReason({ weekState }: HoursPlan, { byAppointment }: DayHours) {
  if (byAppointment) return 'appointment'
  return weekState === 'appointment' ? 'week' : weekState
}

/** Closed from one end to the other by an entry, not by the week: a paused week closes no day whole. */
export function isClosedWhole(plan: HoursPlan, day: number): boolean {
  if (plan.entryDays.length === 0 && plan.closures.length === 0) return false
  const { layer, ranges } = dayHours(plan, day)
  return layer !== 'week' && ranges.length === 0
}

/** The closure that covers a day, whatever exceptional day stands on it. */
export function closureOn(plan: HoursPlan, day: number): HoursPlan['closures'][number] | undefined {
  return plan.closures.find(({ first, last }) => first <= day && day <= last)
}

/** A usually open holiday that nobody has answered, by an answer or by an entry of their own. */
export function holidayToConfirm(plan: HoursPlan, day: number, date: string): Holiday | undefined {
  const { layer, usual } = dayHours(plan, day)
  if (layer !== 'week' || usual.length === 0 || plan.usualHolidays.has(date)) return undefined
  return holidayOn(plan.zone, date)
}

/**
 * The ranges of an extra set that begin on a day: its own week, cut by what is left of the main hours on an exceptional or
 * closed day, unless that day names hours for the set.
 */
export function setHours(plan: HoursPlan, set: HoursPlan['sets'][number], day: number): readonly MinuteRange[] {
  const main = dayHours(plan, day)
  const named = main.entry?.sets[set.key]
  if (named) return mergeRanges(named.map(minutesOf))
  const own = set.usual.get(weekdayOf(day)) ?? none
  return main.layer === 'week' ? own : common(own, main.ranges)
}

/** The run of days around a day that the same closure closes, or that day alone; a year is handled in one step. */
export function closedRun(plan: HoursPlan, day: number): { first: number; last: number } {
  const closure = plan.entries.has(day) ? undefined : closureOn(plan, day)
  if (!closure) return { first: day, last: day }
  const before = plan.entryDays.findLast((entry) => entry < day) ?? Number.NEGATIVE_INFINITY
  const after = plan.entryDays.find((entry) => entry > day) ?? Number.POSITIVE_INFINITY
  return { first: Math.max(closure.first, before + 1), last: Math.min(closure.last, after - 1) }
}

/** A cut only shortens: on a closed day nothing is left to shorten. */
function baseOf(
  plan: HoursPlan,
  day: number,
  entry: HourException,
  usual: readonly MinuteRange[],
): readonly MinuteRange[] {
  if (entry.kind === 'closed') return none
  if (entry.kind === 'open') return mergeRanges(entry.ranges.map(minutesOf))
  return closureOn(plan, day) ? none : usual
}

function cutRanges(ranges: readonly MinuteRange[], { closesAt, opensFrom }: HourException): readonly MinuteRange[] {
  const first = ranges[0]
  if (!first || (closesAt === null && opensFrom === null)) return ranges
  const minutes = (time: string) => {
    const read = readClockTime(time) ?? 0
    return read <= first.start ? read + minutesPerDay : read
  }
  const from = opensFrom === null ? 0 : minutes(opensFrom)
  const to = closesAt === null ? Number.POSITIVE_INFINITY : minutes(closesAt)
  return common(ranges, [{ start: from, end: to }])
}

function common(some: readonly MinuteRange[], others: readonly MinuteRange[]): MinuteRange[] {
  return some.flatMap((one) =>
    others.flatMap((other) => {
      const start = Math.max(one.start, other.start)
      const end = Math.min(one.end, other.end)
      return start < end ? [{ start, end }] : []
    }),
  )
}
