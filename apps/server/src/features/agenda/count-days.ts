import { dayNumbersBetween } from '@parvis/domain/agenda/grouping'
import { daysOfType, dayTypes } from '@parvis/domain/company/opening-hours'
import { agendaBetween } from '@parvis/domain/instants/occurrences'
import { takesPlace } from '@parvis/domain/instants/takes-place'
import { daysBetween, parisDayNumber, parisMinutes, startOfDay, weekdayOf } from '@parvis/domain/kernel/paris-days'
import type { Temporal } from 'temporal-polyfill'
import { toDate } from '../../db/clock.ts'
import type { Db } from '../../db/database.ts'
import { type CountedDay, countByDay } from './day-counts.queries.ts'
import { linesOf, occurrencesOf } from './near-dates.ts'

/** No more are counted of a day: a reader is told « 99+ ». */
export const maxCounted = 100

const hour = 3_600_000
const maxOfLines = 20_000

/** How much takes place on each of so many days from today on, in these zips, of one category or of all: 100 at most. */
export async function countDays(
  db: Db,
  {
    zips,
    now,
    days,
    category,
  }: { zips: readonly string[]; now: Temporal.Instant; days: number; category?: number | undefined },
): Promise<number[]> {
  const first = parisDayNumber(now.epochMilliseconds)
  const counted = daysBetween(first, first + days - 1).map((day): CountedDay => {
    const start = startOfDay(day)
    return {
      starts: new Date(start),
      ends: new Date(startOfDay(day + 1)),
      shown_from: new Date(start - 2 * hour),
      night: new Date(start + 6 * hour),
      day_types: dayTypes.filter((type) => daysOfType(type).includes(weekdayOf(day))),
      minutes: day === first ? parisMinutes(now.epochMilliseconds) : -1,
    }
  })
  const asked = { zips, now: toDate(now), days: JSON.stringify(counted), category: category ?? null, most: maxCounted }
  const [counts, others] = await Promise.all([countByDay(db, asked), linesOf(db, { zips, category })])
  const end = startOfDay(first + days) - 1
  const lines = await occurrencesOf([others], {
    occurrencesOf: agendaBetween(now, { fixed: end, recurrent: end }),
    most: maxOfLines,
  })
  for (const { occurrence } of lines) {
    if (!takesPlace(occurrence)) continue
    const of = dayNumbersBetween(occurrence.originalStart, occurrence.end)
    for (let day = Math.max(of.first, first); day <= of.last; day++)
      if (day < first + days) counts[day - first] = Math.min(maxCounted, (counts[day - first] ?? 0) + 1)
  }
  return counts
}
