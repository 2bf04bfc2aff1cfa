import { dayNumbersBetween } from '@parvis/domain/agenda/grouping'
import type { Occurrence } from '@parvis/domain/instants/occurrences'
import { dayNumberOf, parisDayNumber, startOfDay } from '@parvis/domain/kernel/paris-days'
import { startOfParisDay } from '@parvis/domain/kernel/paris-time'
import { Temporal } from 'temporal-polyfill'
import { listDates, maxNearDates } from '../../agenda/index.ts'
import type { Reading } from './reading.ts'

const firstDays = 7
/** A page shows so many dates; the next ones are one link further. */
const perPage = 100
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
export async function datesOfPage({ deps, now }: Reading, { day, page, ...asked }: AgendaAsked) {
  const read = async (until: number | undefined, most: number) =>
    await listDates(deps.db, { ...asked, from, now, most, ...(until && { until }) })
  const [from, until] = day ? spanOf(day, now) : [now, page === 1 ? endOfFirstDays(now) : undefined]
  // The page that begins with the first date: of a town it comes after that of the first days.
  const first = day ? 1 : 2
  const before = Math.max(0, page - first) * perPage
  const near = await read(until, before + perPage + 1)
  const found = near.filter(({ occurrence }) => !day || touches(occurrence, dayNumberOf(day.toString())))
  const dates = found.slice(before, before + perPage)
  const shown = before + dates.length
  const hasLater = !day && until !== undefined && (await read(undefined, shown + 1)).length > shown
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
