import type { Temporal } from 'temporal-polyfill'
import { writeClockTime } from '../kernel/clock-time.ts'
import { frenchDay, frenchDayOfMonth } from '../kernel/french-date.ts'
import { parisDay, parisOf } from '../kernel/paris-time.ts'

const shortWeekdays = ['lun.', 'mar.', 'mer.', 'jeu.', 'ven.', 'sam.', 'dim.'] as const
const hour = 3_600_000

/** A heading stands above a message that opens the thread, changes the day, or comes more than an hour later. */
export function needsDateHeading(previous: Temporal.Instant | undefined, sentAt: Temporal.Instant): boolean {
  if (!previous) return true
  const gap = Math.abs(sentAt.epochMilliseconds - previous.epochMilliseconds)
  return gap > hour || !parisDay(previous).equals(parisDay(sentAt))
}

/** `14:05` today, `hier`, `lun.` for 2 to 6 days back, `12 mars`, `12 mars 2025` in another year. */
export function dateHeading(sentAt: Temporal.Instant, now: Temporal.Instant): string {
  const local = parisOf(sentAt)
  const today = parisDay(now)
  const daysAgo = parisDay(sentAt).until(today).days
  if (daysAgo === 0) return writeClockTime(local.hour * 60 + local.minute)
  if (daysAgo === 1) return 'hier'
  if (daysAgo > 1 && daysAgo < 7) return shortWeekdays[local.dayOfWeek - 1] ?? ''
  return local.year === today.year ? frenchDayOfMonth(local) : frenchDay(local)
}
