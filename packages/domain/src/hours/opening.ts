import { dateOfDay, parisDayNumber, startOfDay } from '../kernel/paris-days.ts'
import {
  closedRun,
  closureOn,
  type DayHours,
  dayHours,
  type HoursPlan,
  holidayToConfirm,
  weekReason,
} from './day-hours.ts'
import { holidayOn } from './holidays.ts'
import { isIn, isWithin, openSpans, type Span, spansOf } from './spans.ts'

export type OpeningReason = 'week' | 'closure' | 'exception' | 'cut' | 'holiday' | 'paused' | 'unknown' | 'appointment'

/** Whether a place is open at a moment, until or from when, and why; moments in epoch milliseconds. */
export type Opening = {
  state: 'open' | 'closed'
  /** The last change, the next closing when open, the next opening when closed; null beyond 370 days. */
  since: number | null
  opensAt: number | null
  closesAt: number | null
  /** Null when the week alone opens it. */
  reason: OpeningReason | null
  /** The message of the entry that decides, or the name of the holiday. */
  message: string | null
  /** True when the day is a holiday without confirmed hours; the state is the week's. */
  toConfirm: boolean
  /** True when the day's entry, not the week, closed it or will close it. */
  exceptionally: boolean
  /** The last day of the running closure, `YYYY-MM-DD`. */
  lastClosedDay: string | null
}

const daysSeen = 370
const milliseconds = daysSeen * 86_400_000

/** The one answer to « est-ce ouvert ? » at a moment in epoch milliseconds. */
export function openingAt(plan: HoursPlan, now: number): Opening {
  const today = parisDayNumber(now)
  const running = runningDay(plan, now, today)
  return running === undefined ? closedAt(plan, now, today) : openAt(plan, now, running)
}

/** The state alone, without the search for its changes: for lists of businesses. */
export const isOpenAt = (plan: HoursPlan, now: number): boolean => runningDay(plan, now) !== undefined

/** The day on which the range that runs began: today or yesterday, a range lasting 24 hours at most. */
function runningDay(plan: HoursPlan, now: number, today = parisDayNumber(now)): number | undefined {
  return [today - 1, today].find((day) => isWithin(dayHours(plan, day).ranges, day, now))
}

/**
 * The service day that runs, an evening past midnight included, else today: its first opening and its last closing in epoch
 * milliseconds, no `end` when nothing of it is left.
 */
export function serviceDay(plan: HoursPlan, now: number) {
  const day = runningDay(plan, now) ?? parisDayNumber(now)
  const spans = spansOf(dayHours(plan, day).ranges, day)
  const [start, end] = [spans[0]?.start ?? now, spans.at(-1)?.end ?? now]
  return { day: dateOfDay(day), isBegun: start <= now, start, end: end > now ? end : undefined }
}

function openAt(plan: HoursPlan, now: number, day: number): Opening {
  const hours = dayHours(plan, day)
  const closesAt = nextChange(plan, now, parisDayNumber(now))
  const usualEnds = spansOf(hours.usual, day).map(({ end }) => end)
  return {
    state: 'open',
    since: lastChange(plan, now, parisDayNumber(now)),
    opensAt: null,
    closesAt,
    reason: hours.layer === 'week' ? null : hours.layer,
    message: messageOf(plan, hours, day),
    toConfirm: holidayToConfirm(plan, day, dateOfDay(day)) !== undefined,
    exceptionally: hours.layer !== 'week' && closesAt !== null && !usualEnds.includes(closesAt),
    lastClosedDay: null,
  }
}

function closedAt(plan: HoursPlan, now: number, today: number): Opening {
  const day = decidingDay(plan, now, today)
  const hours = dayHours(plan, day)
  const reason = closedReason(plan, hours, now, day)
  const opensAt = nextChange(plan, now, today)
  return {
    state: 'closed',
    since: lastChange(plan, now, today),
    opensAt,
    closesAt: null,
    reason,
    message: isOfDay(reason) ? messageOf(plan, hours, day) : null,
    toConfirm: holidayToConfirm(plan, today, dateOfDay(today)) !== undefined,
    exceptionally: isExceptional(hours, now, day),
    lastClosedDay: reason === 'closure' ? lastDayOf(plan, day, opensAt) : null,
  }
}

/** Yesterday decides while its usual evening would still run; today otherwise. */
function decidingDay(plan: HoursPlan, now: number, today: number): number {
  const eve = dayHours(plan, today - 1)
  const usual = spansOf(eve.usual, today - 1)
  return eve.layer !== 'week' && usual.some((span) => isIn(span, now)) ? today - 1 : today
}

function closedReason(plan: HoursPlan, hours: DayHours, now: number, day: number): OpeningReason {
  const { layer, ranges, usual } = hours
  const matters =
    ranges.length === 0 || [...ranges, ...usual].some((range) => (spansOf([range], day)[0]?.end ?? 0) > now)
  if (layer !== 'week' && matters) return layer
  return weekReason(plan, hours)
}

/** True when an entry closed it: the whole day, what the week would open now, or the rest of the day. */
function isExceptional({ layer, ranges, usual }: DayHours, now: number, day: number): boolean {
  if (layer === 'week' || layer === 'closure') return false
  if (ranges.length === 0) return true
  const isAfter = ({ end }: Span) => end > now
  const wanted = spansOf(usual, day)
  return wanted.some((span) => isIn(span, now)) || (wanted.some(isAfter) && !spansOf(ranges, day).some(isAfter))
}

function isOfDay(reason: OpeningReason): boolean {
  return reason !== 'week' && reason !== 'paused' && reason !== 'unknown' && reason !== 'appointment'
}

function messageOf(plan: HoursPlan, { layer, entry }: DayHours, day: number): string | null {
  if (entry?.message) return entry.message
  return layer === 'holiday' ? (holidayOn(plan.zone, dateOfDay(day))?.name ?? null) : null
}

/** The last day of the closure, or the eve of an exceptional opening inside it. */
function lastDayOf(plan: HoursPlan, day: number, opensAt: number | null): string | null {
  const closure = closureOn(plan, day)
  if (!closure) return null
  const reopening = opensAt === null ? Number.POSITIVE_INFINITY : parisDayNumber(opensAt)
  return dateOfDay(Math.max(day, Math.min(closure.last, reopening - 1)))
}

/** Search horizons in days, tried in order: most places open or close within a week. */
const reaches = [2, 8, 64, daysSeen + 1]

/** The first change after a moment: the end of the span that runs, else the start of the next one. */
function nextChange(plan: HoursPlan, now: number, today: number): number | null {
  const { last } = closedRun(plan, today)
  for (const reach of reaches) {
    const spans = openSpans(plan, today - 1, last + reach)
    const change = spans.find((span) => isIn(span, now))?.end ?? spans.find(({ start }) => start > now)?.start
    // A range past midnight may extend this end, or start sooner, beyond the horizon: a longer horizon is tried then.
    if (change !== undefined && change < startOfDay(last + reach + 1))
      return change - now <= milliseconds ? change : null
    if (neverChanges(plan, today, today + daysSeen)) return null
  }
  return null
}

/** The last change before a moment: the start of the span that runs, else the end of the one before. */
function lastChange(plan: HoursPlan, now: number, today: number): number | null {
  const { first } = closedRun(plan, today)
  for (const reach of reaches) {
    const spans = openSpans(plan, first - reach, today)
    const change = spans.find((span) => isIn(span, now))?.start ?? spans.findLast(({ end }) => end <= now)?.end
    if (change !== undefined && change > startOfDay(first - reach + 1))
      return now - change <= milliseconds ? change : null
    if (neverChanges(plan, today - daysSeen, today)) return null
  }
  return null
}

/** Round-the-clock or paused hours without an entry never change: the year is not searched. */
function neverChanges(plan: HoursPlan, first: number, last: number): boolean {
  if (plan.weekState === 'week' && !plan.roundTheClock) return false
  const isSeen = (from: number, to: number) => from <= last + 1 && to >= first - 2
  return (
    !plan.entryDays.some((day) => isSeen(day, day)) &&
    !plan.closures.some((closure) => isSeen(closure.first, closure.last))
  )
}
