import { readClockTime } from '../kernel/clock-time.ts'
import { dateOfDay, parisDayNumber, startOfDay, wallMoment } from '../kernel/paris-days.ts'
import type { HoursPlan } from './day-hours.ts'
import { openSpans, type Span } from './spans.ts'

const minute = 60_000
const quarter = 15 * minute
const daysSeen = 370

/**
 * The moment at which this many open minutes of the main hours have passed; undefined when they do not pass within 370 days.
 * Ordered at 22 h, with 30 minutes and an opening at 9 h: 9 h 30.
 */
export function afterOpenMinutes(plan: HoursPlan, from: number, minutes: number): number | undefined {
  let left = minutes * minute
  let counted = from
  const today = parisDayNumber(from)
  for (const { start, end } of spansAround(plan, today - 1, today + daysSeen)) {
    if (end <= counted) continue
    const begin = Math.max(start, counted)
    if (left <= end - begin) return begin + left
    left -= end - begin
    counted = end
  }
  return undefined
}

/** The last moment from which that many open minutes pass before a moment: a time less its preparation. */
export function beforeOpenMinutes(plan: HoursPlan, until: number, minutes: number): number | undefined {
  let left = minutes * minute
  let counted = until
  const last = parisDayNumber(until)
  for (let day = last; day >= last - daysSeen; day -= 7) {
    for (const { start, end } of openSpans(plan, day - 6, day).reverse()) {
      if (start >= counted) continue
      const finish = Math.min(end, counted)
      if (left <= finish - start) return finish - left
      left -= finish - start
      counted = start
    }
  }
  return undefined
}

/** « La veille avant 18 h » is one day and `18:00`. */
export type CutOff = { days: number; time: string }

export type PickupRules = {
  now: number
  /** Open minutes of the main hours. */
  preparation: number
  /** Days offered, today counted. */
  horizon: number
  cutOff?: CutOff | undefined
  /** Orders count as placed at the end of a pause. */
  pausedUntil?: number | undefined
}

/**
 * The starts of the quarter-hours that lie whole inside the pick-up hours, by day, from the first moment with enough open
 * preparation time. Without hours of their own, pick-ups follow the main ones.
 */
export function pickupQuarters(plan: HoursPlan, rules: PickupRules): { date: string; starts: number[] }[] {
  const today = parisDayNumber(rules.now)
  const ready = afterOpenMinutes(plan, Math.max(rules.now, rules.pausedUntil ?? rules.now), rules.preparation)
  const pickup = plan.sets.find(({ key }) => key === 'pickup')
  const spans = openSpans(plan, today - 1, today + rules.horizon - 1, pickup)
  return Array.from({ length: rules.horizon }, (_, index) => {
    const day = today + index
    const from = Math.max(startOfDay(day), ready ?? Number.POSITIVE_INFINITY)
    const offered = ready !== undefined && isBeforeCutOff(rules, day)
    return { date: dateOfDay(day), starts: offered ? quartersIn(spans, from, startOfDay(day + 1)) : [] }
  })
}

// Paris is whole hours from UTC: its quarters are those of the epoch.
function quartersIn(spans: readonly Span[], from: number, before: number): number[] {
  return spans.flatMap(({ start, end }) => {
    const first = Math.ceil(Math.max(start, from) / quarter) * quarter
    const count = Math.floor((Math.min(end, before + quarter - 1) - first) / quarter)
    return Array.from({ length: Math.max(0, count) }, (_, index) => first + index * quarter)
  })
}

function isBeforeCutOff({ now, cutOff }: PickupRules, day: number): boolean {
  if (!cutOff) return true
  return now < wallMoment(day - cutOff.days, readClockTime(cutOff.time) ?? 0)
}

/** A generator, week by week: the first result does not expand a whole year. */
function* spansAround(plan: HoursPlan, first: number, last: number): Generator<Span> {
  for (let day = first; day <= last; day += 7) yield* openSpans(plan, day, Math.min(day + 6, last))
}
