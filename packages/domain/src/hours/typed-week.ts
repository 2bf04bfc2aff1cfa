import { type DayOfWeek, daysOfWeek } from '../company/opening-hours.ts'
import { completeClockTime, readClockTime } from '../kernel/clock-time.ts'
import { type ClockRange, checkClockRange, groupLines, minutesOf, type WeekLine } from './week.ts'

/** One range of one day as an editor of a week has it: times as typed, `key` telling the ranges apart while they change. */
export type DayRange = ClockRange & {
  key: string
  day: DayOfWeek
  enabled: boolean
  /** Saved before, or said to be right: not asked about again. */
  isMeant?: boolean
}

/** A week as its editor has it: days by appointment may have ranges too. */
export type EditedWeek = { ranges: readonly DayRange[]; appointmentDays: readonly DayOfWeek[] }

/** The ranges of a week, those of a day from morning to evening whatever the order of the lines. */
export function rangesOfWeek(week: readonly WeekLine[]): DayRange[] {
  const byStart = week.toSorted((one, other) => one.start.localeCompare(other.start))
  return byStart.flatMap(({ days, start, end, enabled }, index) =>
    days.map((day) => ({ key: `${day}-${index}`, day, start, end, enabled, isMeant: true })),
  )
}

/** The lines to save: the days that share a range as one, and `930` read as `09:30`. */
export const weekOfRanges = (ranges: readonly DayRange[]) =>
  groupLines(ranges.map(readRange).map(({ day, start, end, enabled }) => ({ days: [day], start, end, enabled })))

/**
 * What stands against a typed range. `start` and `end` must be corrected; the others are asked about, because they may be
 * meant: equal ends (24 hours), an evening that lasts until the morning, two ranges of a day that overlap.
 */
export type RangeFault = 'start' | 'end' | 'short' | 'equal' | 'night' | 'overlap'

/** The faults of a typed week by the key of the range, from Monday morning on; empty when it can be saved. */
export function checkTypedWeek(ranges: readonly DayRange[]): ReadonlyMap<string, RangeFault> {
  const faults = daysOfWeek.flatMap((day) => {
    const ofDay = ranges.filter((range) => range.day === day)
    return ofDay.flatMap((range, index): [string, RangeFault][] => {
      const fault = faultOf(range) ?? (overlaps(range, ofDay.slice(0, index)) ? 'overlap' : undefined)
      return fault ? [[range.key, fault]] : []
    })
  })
  return new Map(faults)
}

/** A night that lasts until 5 o'clock or later and begins before 22 o'clock is more often a day whose ends were swapped. */
const morning = 5 * 60
const lateEvening = 22 * 60

function faultOf(typed: DayRange): RangeFault | undefined {
  const range = readRange(typed)
  const start = readClockTime(range.start)
  if (start === undefined) return 'start'
  const end = readClockTime(range.end)
  if (end === undefined) return 'end'
  if (checkClockRange(range)) return 'short'
  return typed.isMeant ? undefined : doubtOf(start, end)
}

/** 00:00 to 00:00 is the way to say 24 hours. */
function doubtOf(start: number, end: number): 'equal' | 'night' | undefined {
  if (start === end) return start === 0 ? undefined : 'equal'
  return end < start && end >= morning && start < lateEvening ? 'night' : undefined
}

function overlaps(range: DayRange, others: readonly DayRange[]): boolean {
  const { start, end } = minutesOf(readRange(range))
  return others.some((other) => {
    if ((range.isMeant && other.isMeant) || faultOf(other)) return false
    const its = minutesOf(readRange(other))
    return start < its.end && its.start < end
  })
}

function readRange<R extends ClockRange>(range: R): R {
  return { ...range, start: completeClockTime(range.start), end: completeClockTime(range.end) }
}

/**
 * The week once a question was answered: « oui » keeps the range, equal ends becoming 24 hours from midnight, « non » swaps
 * the ends of a night, and overlapping ranges of the day become one.
 */
export function answerFault(
  ranges: readonly DayRange[],
  { range, fault, isMeant }: { range: DayRange; fault: RangeFault; isMeant: boolean },
): DayRange[] {
  const change = (part: Partial<DayRange>) =>
    ranges.map((one) => (one.key === range.key ? { ...one, ...part, isMeant: true } : one))
  if (fault === 'equal') return change({ start: '00:00', end: '00:00' })
  if (fault === 'night') return isMeant ? change({}) : change({ start: range.end, end: range.start })
  if (fault !== 'overlap') return [...ranges]
  const isOfDay = (one: DayRange) => one.day === range.day
  const before = ranges.filter((one) => isOfDay(one) && one.key !== range.key)
  const other = before.find((one) => overlaps(range, [{ ...one, isMeant: false }]))
  if (!other) return [...ranges]
  const [one, two] = [readRange(other), readRange(range)]
  const end = minutesOf(one).end >= minutesOf(two).end ? one.end : two.end
  const start = minutesOf(one).start <= minutesOf(two).start ? one.start : two.start
  return ranges
    .filter(({ key }) => key !== range.key)
    .map((kept) => (kept.key === other.key ? { ...kept, start, end, isMeant: true } : kept))
}
