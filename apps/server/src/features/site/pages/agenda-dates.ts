import { dayNumbersBetween } from '@parvis/domain/agenda/grouping'
import type { Occurrence } from '@parvis/domain/instants/occurrences'
import { dayNumberOf, parisDayNumber, startOfDay } from '@parvis/domain/kernel/paris-days'
import { startOfParisDay } from '@parvis/domain/kernel/paris-time'
import { Temporal } from 'temporal-polyfill'
import type { Db } from '../../../db/database.ts'
import { listDates, maxNearDates, type NearDate } from '../../agenda/index.ts'

const firstDays = 7
/** A page shows so many dates; the next ones are one link further. */
const perPage = 50
/** As far as pages lead; what comes later has pages of its own by day. */
export const maxPages = Math.floor(maxNearDates / perPage)

export type AgendaAsked = {
  zips: readonly string[]
  category: number | undefined
  day: Temporal.PlainDate | undefined
  page: number
}

/**
 * The dates of a page. The first one holds those of the first days; the second begins with them again and goes on, so that it is whole in
 * a small town. `next`: the page on which others follow.
 */
export async function datesOfPage(db: Db, now: Temporal.Instant, { day, page, ...asked }: AgendaAsked) {
  const [from, until] = day ? spanOf(day, now) : [now, page === 1 ? endOfFirstDays(now) : Number.POSITIVE_INFINITY]
  // The page that begins with the first date: of a town it comes after that of the first days.
  const first = day ? 1 : 2
  const before = Math.max(0, page - first) * perPage
  const near = await listDates(db, { ...asked, from, now, most: before + perPage + 1, ...(day && { until }) })
  const isListed = ({ occurrence, start }: NearDate) =>
    start <= until && (!day || touches(occurrence, dayNumberOf(day.toString())))
  const found = near.filter(isListed)
  const dates = found.slice(before, before + perPage)
  const shown = before + dates.length
  const hasLater = !day && near.length > shown
  const next = first + Math.floor(shown / perPage)
  return { dates, next: next <= maxPages && (found.length > shown || hasLater) ? String(next) : null }
}

const endOfFirstDays = ({ epochMilliseconds }: Temporal.Instant): number =>
  startOfDay(parisDayNumber(epochMilliseconds) + firstDays) - 1

/** From the start of a day, or now, to its end: a line begins at the preview of the evening before. */
export function spanOf(day: Temporal.PlainDate, now: Temporal.Instant): [from: Temporal.Instant, until: number] {
  const start = startOfParisDay(day)
  const from = Temporal.Instant.compare(start, now) > 0 ? start : now
  return [from, startOfParisDay(day.add({ days: 1 })).epochMilliseconds - 1]
}

/** A date of several days is listed on each of them; `day` is numbered as kernel/paris-days does. */
export function touches({ originalStart, end }: Occurrence, day: number): boolean {
  const { first, last } = dayNumbersBetween(originalStart, end)
  return first <= day && day <= last
}
