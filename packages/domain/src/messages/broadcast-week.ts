import type { Temporal } from 'temporal-polyfill'
import { startOfParisWeek } from '../kernel/paris-time.ts'

/** How many of these broadcasts, sent or planned, leave in the ISO week of `now`: Monday 00:00 to Sunday 24:00 in Paris. */
export function broadcastsOfWeek(moments: readonly Temporal.Instant[], now: Temporal.Instant): number {
  const monday = startOfParisWeek(now)
  return moments.filter((moment) => startOfParisWeek(moment).equals(monday)).length
}
