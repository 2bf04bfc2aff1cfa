import { pushSeconds } from '@parvis/domain/instants/notification'
import { agendaBetween, nextOccurrence } from '@parvis/domain/instants/occurrences'
import { dayNumberOf, startOfDay } from '@parvis/domain/kernel/paris-days'
import { Temporal } from 'temporal-polyfill'
import { toInstant } from '../../db/clock.ts'
import type { Db } from '../../db/database.ts'
import { contextRow } from './instant-dates.ts'
import { findDatedInstant } from './instants.queries.ts'
import { findContexts } from './schedule-contexts.ts'
import { storedScheduleOf } from './stored-schedule.ts'

type Named = { date?: { start: Temporal.Instant; end: Temporal.Instant } | undefined; day?: string | undefined }

/**
 * What a push about an instant speaks of, as it was announced: the named date, the weekly occurrence of the named day, else what runs
 * or comes next. `ttl`: as long as it is worth delivering.
 */
export async function toldOccurrence(
  db: Db,
  instantId: number,
  { date, day }: Named = {},
): Promise<{ beginsAt?: Date; ttl?: number }> {
  const instant = await findDatedInstant(db, instantId)
  if (!instant) return {}
  const now = toInstant(instant.now)
  if (date) return boundsOf(date.start.epochMilliseconds, date.end.epochMilliseconds, now)
  const { items, link } = storedScheduleOf(instant)
  const row = contextRow(instant)
  const context = { ...(await findContexts(db, [row]))(row), linked: link?.wanted ? link : undefined }
  const plain = items.map((item) => ({ ...item, preview: false }))
  const next = day ? windowOfDay(day, now)(plain, context)[0] : nextOccurrence(plain, now, context)
  return boundsOf(next?.start, next?.end, now)
}

function boundsOf(start: number | undefined, end: number | undefined, now: Temporal.Instant) {
  return { ...(start !== undefined && { beginsAt: new Date(start) }), ttl: pushSeconds(end, now) }
}

/** The weekly occurrences that begin on a day and are not over. */
function windowOfDay(day: string, now: Temporal.Instant) {
  const first = startOfDay(dayNumberOf(day))
  const last = startOfDay(dayNumberOf(day) + 1) - 1
  const from = Temporal.Instant.fromEpochMilliseconds(Math.max(first, now.epochMilliseconds))
  return agendaBetween(from, { fixed: 0, recurrent: last }, first)
}
