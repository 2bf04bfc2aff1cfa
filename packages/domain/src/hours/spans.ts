import { minutesPerDay } from '../kernel/clock-time.ts'
import { startOfDay, wallMoment } from '../kernel/paris-days.ts'
import { closedRun, dayHours, type HoursPlan, setHours } from './day-hours.ts'
import { type MinuteRange, mergeRanges } from './week.ts'

const minute = 60_000

/** Epoch milliseconds, the end excluded. */
export type Span = { start: number; end: number }

export const isIn = ({ start, end }: Span, moment: number): boolean => start <= moment && moment < end

/**
 * The moments of the ranges that begin on a day, by start. A start that a spring night shifts past its end keeps the
 * length of the range.
 */
export function spansOf(ranges: readonly MinuteRange[], day: number): Span[] {
  const midnight = startOfDay(day)
  if (hasPlainEvening(day))
    return ranges.map(({ start, end }) => ({ start: midnight + start * minute, end: midnight + end * minute }))
  return ranges
    .map((range) => {
      const start = wallMoment(day, range.start)
      const end = wallMoment(day, range.end)
      return { start, end: end > start ? end : start + (range.end - range.start) * minute }
    })
    .sort((a, b) => a.start - b.start)
}

/** No change of clocks on a day nor on the next one, in which its last range may end. */
const hasPlainEvening = (day: number): boolean => startOfDay(day + 2) - startOfDay(day) === 2 * minutesPerDay * minute

/** Whether one of the ranges that begin on a day runs at a moment, for lists of hundreds of businesses: without their spans. */
export function isWithin(ranges: readonly MinuteRange[], day: number, moment: number): boolean {
  if (!hasPlainEvening(day)) return spansOf(ranges, day).some((span) => isIn(span, moment))
  const minutes = (moment - startOfDay(day)) / minute
  return ranges.some((range) => isIn(range, minutes))
}

/** The open spans that begin on the days from the first number to the last, merged; of a set when one is named. */
export function openSpans(plan: HoursPlan, first: number, last: number, set?: HoursPlan['sets'][number]): Span[] {
  const spans: Span[] = []
  for (let day = first; day <= last; day++) {
    const ranges = set ? setHours(plan, set, day) : dayHours(plan, day).ranges
    if (ranges.length === 0) day = closedRun(plan, day).last
    else spans.push(...spansOf(ranges, day))
  }
  // A day with a cut may open after its midnight, hence after the start of the next day.
  return mergeRanges(spans)
}
