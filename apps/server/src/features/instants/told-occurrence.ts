import { pushSeconds } from '@parvis/domain/instants/notification'
import { agendaBetween, nextOccurrence } from '@parvis/domain/instants/occurrences'
import { dayNumberOf, startOfDay } from '@parvis/domain/kernel/paris-days'
import type { Temporal } from 'temporal-polyfill'
import { momentAt, toInstant } from '../../db/clock.ts'
import type { Db } from '../../db/database.ts'
import { contextRow } from './instant-dates.ts'
import { type DatedInstant, findDatedInstant } from './instants.queries.ts'
import { findContexts } from './schedule-contexts.ts'
import { storedScheduleOf } from './stored-schedule.ts'

type Change = {
  date?: { start: Temporal.Instant; end: Temporal.Instant } | undefined
  day?: string | undefined
  moved?: { start: Temporal.Instant } | undefined
}

/**
 * What a push about an instant speaks of, as it was announced: the named date, the weekly occurrence of the named day, else what runs
 * or comes next. A date that moves closer begins at its new time. `ttl`: as long as it is worth delivering.
 */
export async function toldOccurrence(
  db: Db,
  instantId: number | undefined,
  { date, day, moved }: Change = {},
): Promise<{ beginsAt?: Date; ttl?: number }> {
  const instant = instantId === undefined ? undefined : await findDatedInstant(db, instantId)
  if (!instant) return {}
  const now = toInstant(instant.now)
  const told = date
    ? { start: date.start.epochMilliseconds, end: date.end.epochMilliseconds }
    : await findOccurrence(db, instant, now, day)
  const first = Math.min(...[told?.start, moved?.start.epochMilliseconds].filter((start) => start !== undefined))
  return { ...(Number.isFinite(first) && { beginsAt: new Date(first) }), ttl: pushSeconds(told?.end, now) }
}

async function findOccurrence(db: Db, instant: DatedInstant, now: Temporal.Instant, day: string | undefined) {
  const { items, link } = storedScheduleOf(instant)
  const row = contextRow(instant)
  const context = { ...(await findContexts(db, [row]))(row), linked: link?.wanted ? link : undefined }
  const plain = items.map((item) => ({ ...item, preview: false }))
  return day ? windowOfDay(day, now)(plain, context)[0] : nextOccurrence(plain, now, context)
}

/** The weekly occurrences that begin on a day and are not over. */
function windowOfDay(day: string, now: Temporal.Instant) {
  const first = startOfDay(dayNumberOf(day))
  const last = startOfDay(dayNumberOf(day) + 1) - 1
  const from = momentAt(Math.max(first, now.epochMilliseconds))
  return agendaBetween(from, { fixed: 0, recurrent: last }, first)
}
