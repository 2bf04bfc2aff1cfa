import type { DayOfWeek } from '../company/opening-hours.ts'
import { readClockTime } from '../kernel/clock-time.ts'
import type { FieldErrors } from '../kernel/field-errors.ts'
import { dayNumberOf } from '../kernel/paris-days.ts'
import { countCharacters } from '../kernel/text.ts'
import type { HourException } from './day-hours.ts'
import type { HoursFieldKey } from './hours.texts.fr.ts'
import { type ClockRange, checkClockRange, type WeekLine } from './week.ts'

/** Lines and entries as received: their texts are not judged yet. */
export type TypedWeek = readonly (ClockRange & { days: DayOfWeek[]; enabled: boolean })[]
export type TypedException = {
  from: string
  to?: string | null | undefined
  kind: HourException['kind']
  ranges?: readonly ClockRange[] | null | undefined
  closesAt?: string | null | undefined
  opensFrom?: string | null | undefined
  sets?: Readonly<Partial<Record<string, readonly ClockRange[]>>> | null | undefined
  message?: string | undefined
  replace?: boolean | null | undefined
}

/** Technical bounds, the same on every plan. */
const maxLines = 40
export const maxComingEntries = 200
export const maxSets = 5
const maxClosedDays = 366
const maxMessage = 140

type Errors = Record<string, HoursFieldKey>

/**
 * The errors of a week: no line, or more than 40, then each line by its index (`week.0.start`). A place with days by appointment
 * may have no hours.
 */
export function checkWeek(week: TypedWeek, appointmentDays: readonly DayOfWeek[] = []): FieldErrors {
  if ((week.length === 0 && appointmentDays.length === 0) || week.length > maxLines)
    return { week: 'opening hours error' }
  const errors: Errors = {}
  for (const [index, line] of week.entries()) {
    if (line.days.length === 0) errors[`week.${index}.days`] = 'opening_day_error'
    Object.assign(errors, rangeErrors(`week.${index}`, line))
  }
  return errors
}

/** The lines of a checked week, each day once. */
export function readWeek(week: TypedWeek): WeekLine[] {
  return week.map(({ days, start, end, enabled }) => ({
    days: [...new Set(days)].sort((a, b) => a - b),
    ...midnightRange({ start, end }),
    enabled,
  }))
}

/**
 * The errors of an entry; the day is that of Paris. `since`: the first day of the entry being changed, which a running closure
 * keeps.
 */
export function checkException(typed: TypedException, today: string, since?: string): FieldErrors {
  const errors: Errors = { ...lengthErrors(typed) }
  const to = typed.to ?? typed.from
  if (to < today) errors[typed.to ? 'to' : 'from'] ??= 'past_day_error'
  else if (typed.from < today && typed.from !== since) errors.from = 'past_day_error'
  if (countCharacters(typed.message ?? '') > maxMessage) errors.message = 'closure_message_error'
  return { ...errors, ...timesErrors(typed) }
}

function lengthErrors({ from, to, kind }: TypedException): Errors {
  const last = to ?? from
  if (last < from) return { to: 'closure_order_error' }
  if (dayNumberOf(last) - dayNumberOf(from) + 1 > maxClosedDays) return { to: 'closure_too_long' }
  return kind !== 'closed' && last !== from ? { to: 'one_day_error' } : {}
}

function timesErrors(typed: TypedException): FieldErrors {
  const hours = typed.kind === 'open' ? checkRanges(typed.ranges ?? []) : {}
  const sets = Object.entries(typed.sets ?? {}).flatMap(([key, ranges = []]) =>
    ranges.map((range, index) => rangeErrors(`sets.${key}.${index}`, range)),
  )
  return Object.assign({}, hours, cutErrors(typed), ...sets)
}

function cutErrors(typed: TypedException): Errors {
  const { closesAt, opensFrom } = cutTimes(typed)
  const isWrong = (time: string | undefined) => time !== undefined && readClockTime(time) === undefined
  const isEmpty = typed.kind === 'cut' && !closesAt && !opensFrom
  return {
    ...(isWrong(closesAt) || isEmpty ? { closesAt: 'opening_end_error' as const } : {}),
    ...(isWrong(opensFrom) ? { opensFrom: 'opening_start_error' as const } : {}),
  }
}

/** The errors of an opening's ranges, by index. */
export function checkRanges(ranges: readonly ClockRange[]): FieldErrors {
  if (ranges.length === 0) return { ranges: 'opening hours error' }
  return Object.assign({}, ...ranges.map((range, index) => rangeErrors(`ranges.${index}`, range)))
}

/** The entry to store, of a typed one that is right. */
export function readException(typed: TypedException): Omit<HourException, 'id' | 'source'> {
  const { closesAt, opensFrom } = cutTimes(typed)
  return {
    from: typed.from,
    to: typed.to ?? typed.from,
    kind: typed.kind,
    ranges: typed.kind === 'open' ? readRanges(typed.ranges ?? []) : [],
    closesAt: closesAt ?? null,
    opensFrom: opensFrom ?? null,
    sets: typed.kind === 'closed' ? {} : readSets(typed.sets ?? {}),
    message: typed.message || null,
  }
}

/** An entry that « Fermé aujourd’hui » wrote, or special hours that it cut: « Rouvrir » undoes it. */
export function isClosedInOneTap({
  source,
  kind,
  closesAt,
}: Pick<HourException, 'source' | 'kind' | 'closesAt'>): boolean {
  return source === 'today' || (kind === 'open' && closesAt !== null)
}

function readRanges(ranges: readonly ClockRange[]): ClockRange[] {
  return ranges.map(({ start, end }) => midnightRange({ start, end }))
}

function readSets(sets: NonNullable<TypedException['sets']>): Record<string, ClockRange[]> {
  return Object.fromEntries(Object.entries(sets).map(([key, ranges = []]) => [key, readRanges(ranges)]))
}

function cutTimes({ kind, closesAt, opensFrom }: TypedException) {
  return kind === 'closed' ? {} : { closesAt: closesAt || undefined, opensFrom: opensFrom || undefined }
}

/** 23:59 stands for midnight. */
function midnightRange({ start, end }: ClockRange): ClockRange {
  return { start, end: end === '23:59' ? '00:00' : end }
}

function rangeErrors(place: string, range: ClockRange): Errors {
  const wrong = checkClockRange(range)
  if (!wrong) return {}
  return { [`${place}.${wrong === 'opening_start_error' ? 'start' : 'end'}`]: wrong }
}
