import type { Temporal } from 'temporal-polyfill'
import { startOfParisWeek } from '../kernel/paris-time.ts'
import { isLimitReached } from '../subscription/plans.ts'

/** True when the broadcasts of this ISO week, Monday 00:00 to Sunday 24:00 in Paris, have reached the plan's number. */
export function isBroadcastLimitReached(
  allowed: number,
  sentAt: readonly Temporal.Instant[],
  now: Temporal.Instant,
): boolean {
  const monday = startOfParisWeek(now)
  const thisWeek = sentAt.filter((sent) => startOfParisWeek(sent).equals(monday))
  return isLimitReached(allowed, thisWeek.length)
}
