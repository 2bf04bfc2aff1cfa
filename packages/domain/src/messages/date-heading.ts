import type { Temporal } from 'temporal-polyfill'
import { formatDay, formatDayWithoutYear, formatShortDay, formatTime } from '../kernel/french-format.ts'
import { parisDay } from '../kernel/paris-time.ts'

const hour = 3_600_000

/** A heading stands above a message that opens the thread, changes the day, or comes more than an hour later. */
export function needsDateHeading(previous: Temporal.Instant | undefined, sentAt: Temporal.Instant): boolean {
  if (!previous) return true
  const gap = Math.abs(sentAt.epochMilliseconds - previous.epochMilliseconds)
  return gap > hour || !parisDay(previous).equals(parisDay(sentAt))
}

/** `14:05` today, `hier`, `lun.` for 2 to 6 days back, `12 mars`, `12 mars 2025` in another year. */
export function dateHeading(sentAt: Temporal.Instant, now: Temporal.Instant): string {
  const at = sentAt.epochMilliseconds
  const [day, today] = [parisDay(sentAt), parisDay(now)]
  const daysAgo = day.until(today).days
  if (daysAgo === 0) return formatTime(at)
  if (daysAgo === 1) return 'hier'
  if (daysAgo > 1 && daysAgo < 7) return formatShortDay(at).weekday
  return day.year === today.year ? formatDayWithoutYear(at) : formatDay(at)
}
