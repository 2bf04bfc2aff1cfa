import type { InstantKind } from '@parvis/domain/instants/kind'
import { durations } from '@parvis/domain/kernel/durations'
import type { Db } from '../../db/database.ts'
import { elementsOf, opaque, prepared } from '../../db/prepared.ts'
import { type Sql, sql } from '../../db/sql.ts'
import { type ShownTimeRow, selectShown, startColumns, timeColumns } from '../instants/index.ts'

/** A time by its next start, the second in epoch milliseconds. `hasOthers`: these zips also have times that are read apart. */
export type NearRow = ShownTimeRow & { nextStart: number; hasOthers: boolean }

/** Where a page begins. */
export type AgendaWindow = {
  zips: readonly string[]
  /** What ends by then is over, or on a page before this one. */
  from: Date
  /** The last start of a date, and of a line. */
  last: Date
  lastLine: Date
  /** Keyset cursor: the page begins after this start, then after this instant's id; the first page includes what is running. */
  since: Date
  afterId: number
  isFirst: boolean
  /** `LineRange[]` as JSON. */
  ranges: string
  limit: number
}

/**
 * Weekly lines of one day choice whose next start is on this day: after one key and to another, both a minute of the day and an
 * instant's id, and ending within these minutes. `most` rows of it are enough for a page; all, where clocks go forward, since the order
 * of minutes is not that of starts then.
 */
export type LineRange = {
  day_type: string
  day: string
  after_minutes: number
  after_id: number
  to_minutes: number
  to_id: number
  ends_after: number
  ends_by: number
  most: number
}

/**
 * So many times of these zips, of companies that are shown, by next start. Dates, and each range of plain weekly items, are read from an
 * index in the order of their starts, no further than that: the cost is that of what is answered, whatever the size of the town (decision
 * 0009). Their times and instants are looked up once they are sorted. Other weekly items and links to opening hours are read apart: their
 * next start depends on more than days.
 */
export async function findNearest(db: Db, window: AgendaWindow & AgendaFilter): Promise<NearRow[]> {
  return await (window.category === null && window.kind === null ? selectNearest : selectNearestOf)(db, window)
}

/** Of one category or kind; null: of any. */
type AgendaFilter = { category: number | null; kind: InstantKind | null }

/** Inside each limit: thirty thousand times of a business that is not shown would else be read 250 at a time, for nothing. */
const ofShown = sql.raw('join companies on companies.id = times.company_id and companies.is_shown')
const ofAsked = ({ category, kind }: AgendaFilter) => sql`${ofShown} join instants on instants.id = times.instant_id
  and (${category}::int is null or instants.category_id = ${category}::int) and (${kind}::text is null or instants.kind = ${kind}::text)`

const selectNearest = prepared((window: AgendaWindow & AgendaFilter) => nearestStarts(window, ofShown))
const selectNearestOf = prepared((window: AgendaWindow & AgendaFilter) => nearestStarts(window, ofAsked(window)))

/** With ties: two times of an instant that start together are one place of the cursor, and a limit between them lost the second. */
const nearestStarts = (window: AgendaWindow, which: Sql) => sql<NearRow>`
    with next_starts as (
      select * from (${runningDates(window, which)} union all ${datesToCome(window, which)} union all ${lines(window, which)}) starts
      order by next_start, instant_id fetch first ${opaque(window.limit, 'int')} rows with ties
    )
    select shown.*, (extract(epoch from next_starts.next_start) * 1000)::float8 as "nextStart",
      (select exists (select from instant_times where instant_times.enabled and instant_times.starts_at is null
        and instant_times.day_type is null and instant_times.zip_code = any(${elementsOf(window.zips, 'text')}))) as "hasOthers"
    from next_starts cross join lateral ${timeOfStart} as shown
    order by next_starts.next_start, next_starts.instant_id`

/** The start of a date on the wire, in UTC, cut to the second as the cursor says it. */
export const shownFrom = sql`times.shown_from`

/** The start of a line by the clocks, in minutes of its day: below 0 on the evening before. */
export const shownMinutes = sql.raw('(times.start_minutes - case when times.preview then 120 else 0 end)')

export const utc = (moment: Date | Sql) => sql`(${moment}::timestamptz at time zone 'UTC')`

/** The dates that had begun before a first page, by the index of what is not over. */
const runningDates = ({ zips, from, since, isFirst }: AgendaWindow, which: Sql) => sql`
  select times.id, times.instant_id, ${shownFrom} at time zone 'UTC' as next_start from instant_times times ${which}
  where ${isFirst}::boolean and times.enabled and times.zip_code = any(${elementsOf(zips, 'text')}) and ${shownFrom} < ${utc(opaque(since, 'timestamptz'))}
    and times.shown_until > ${opaque(from, 'timestamptz')} and times.shown_until < 'infinity'`

const datesToCome = (window: AgendaWindow, which: Sql) => sql`
  select dates.* from unnest(${elementsOf(window.zips, 'text')}) as places (zip_code) cross join lateral (
    select times.id, times.instant_id, ${shownFrom} at time zone 'UTC' from instant_times times ${which}
    where times.enabled and times.zip_code = places.zip_code and times.starts_at is not null
      and times.shown_until > ${opaque(window.from, 'timestamptz')} and ${shownFrom} <= ${utc(opaque(window.last, 'timestamptz'))}
      and (${shownFrom}, times.instant_id) > (${utc(opaque(window.since, 'timestamptz'))}, ${opaque(window.afterId, 'bigint')})
    order by ${shownFrom}, times.instant_id fetch first ${opaque(window.limit, 'int')} rows with ties
  ) dates`

/** A doubled time is the first, and a preview two elapsed hours. */
const lines = ({ zips, lastLine, since, afterId, isFirst, ranges }: AgendaWindow, which: Sql) => sql`
  select lines.* from unnest(${elementsOf(zips, 'text')}) as places (zip_code)
  cross join json_to_recordset(${ranges}::json) as ranges (day_type text, day date, after_minutes int, after_id bigint,
    to_minutes int, to_id bigint, ends_after float8, ends_by float8, most int)
  cross join lateral (
    select times.id, times.instant_id, least(start at time zone 'Europe/Paris',
      (start - ${durations.hour}::interval) at time zone 'Europe/Paris' + ${durations.hour}::interval)
      - case when times.preview then ${durations.preview}::interval else '0' end as next_start
    from instant_times times ${which}
    cross join lateral (select ranges.day + make_interval(mins => times.start_minutes) as start) clocks
    where times.enabled and times.zip_code = places.zip_code and times.day_type = ranges.day_type
      and (${shownMinutes}, times.instant_id) > (ranges.after_minutes, ranges.after_id)
      and (${shownMinutes}, times.instant_id) <= (ranges.to_minutes, ranges.to_id)
      and times.start_minutes + times.length_minutes > ranges.ends_after
      and times.start_minutes + times.length_minutes <= ranges.ends_by
    order by ${shownMinutes}, times.instant_id fetch first ranges.most rows with ties
  ) lines
  where lines.next_start <= ${lastLine}::timestamptz
    and (${isFirst}::boolean or (lines.next_start, lines.instant_id) > (${since}::timestamptz, ${afterId}::bigint))`

/** The time that a start is of, by its index; its limit keeps the planner from joining whole tables. */
const timeOfStart = sql`(${selectShown(startColumns)}
  and (instant_times.instant_id, instant_times.id) = (next_starts.instant_id, next_starts.id) limit 1)`

/** The weekly items of these zips that no index has in the order of their starts, and the links to opening hours. */
export const selectOtherTimes = prepared(
  ({ zips, limit }: { zips: readonly string[]; limit: number }) => sql<ShownTimeRow>`${selectShown(timeColumns)}
    and instant_times.starts_at is null and instant_times.day_type is null
    and instant_times.zip_code = any(${zips}::text[]) and companies.is_shown limit ${limit}::int`,
)

/** The enabled, unfinished times of one company for its owner, whether or not the company is visible. */
export const selectOfCompany = prepared(
  ({ companyId, from }: { companyId: string; from: Date }) => sql<ShownTimeRow>`${selectShown(timeColumns)}
    and instant_times.company_id = ${companyId} and instant_times.shown_until > ${from}`,
)
