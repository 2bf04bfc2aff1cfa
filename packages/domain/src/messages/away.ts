import { isDate } from '../kernel/day.ts'
import type { FieldErrors } from '../kernel/field-errors.ts'
import { dayNumberOf, daysLater, startOfDay } from '../kernel/paris-days.ts'
import { readDateTime } from '../kernel/paris-time.ts'

export const awayModes = ['off', 'outside_hours', 'dates'] as const
export type AwayMode = (typeof awayModes)[number]

/** When it speaks; both ends are days `YYYY-MM-DD`, the last one included, or moments. */
export type AwayTimes = { mode: AwayMode; from: string | null; until: string | null }

const maxDays = 60

/** Between two dates needs an end to come, after its beginning, 60 days at most; now in epoch milliseconds. */
export function checkAwayTimes({ mode, from, until }: AwayTimes, now: number): FieldErrors {
  if (mode !== 'dates') return {}
  const start = from ? startOf(from) : now
  const error = endError(until ? endOf(until) : undefined, start ?? now, now)
  return { ...(start === undefined && { from: 'away_date_error' }), ...(error && { until: error }) }
}

function endError(end: number | undefined, start: number, now: number): string | undefined {
  if (end === undefined || end > daysLater(start, maxDays)) return 'away_end_error'
  return end <= now || end <= start ? 'closure_order_error' : undefined
}

/** Whether the shop is away at a moment, `isOpen` by its hours; without hours nobody can say that it is closed. */
export function isAway({ mode, from, until }: AwayTimes, now: number, hours: 'open' | 'closed' | 'unknown'): boolean {
  if (mode === 'off') return false
  if (mode === 'outside_hours') return hours === 'closed'
  const start = from ? startOf(from) : undefined
  const end = until ? endOf(until) : undefined
  return (start === undefined || start <= now) && end !== undefined && now < end
}

function startOf(text: string): number | undefined {
  return isDate(text) ? startOfDay(dayNumberOf(text)) : readDateTime(text)?.epochMilliseconds
}

function endOf(text: string): number | undefined {
  return isDate(text) ? startOfDay(dayNumberOf(text) + 1) : readDateTime(text)?.epochMilliseconds
}
