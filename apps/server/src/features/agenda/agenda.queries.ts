import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { prepared } from '../../db/prepared.ts'
import { type ShownTimeRow, selectShownStarts, selectShownTimes } from '../instants/index.ts'

/** A row of an activation time that is not over, joined with what the agenda shows of its instant. */
export type AgendaRow = Omit<ShownTimeRow, 'kind'>

/**
 * Second of the start of its next occurrence in epoch milliseconds; `hasLines`: these zips also have lines of full schedules, read
 * apart.
 */
type NearRow = AgendaRow & { nextStart: number; hasLines: boolean }

/** Where a page begins, and the days from then to the next one of each day choice. */
export type AgendaPlace = {
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
  /** The day of `since` in Paris, and the minutes since its midnight. */
  day: string
  minutes: number
  /** Per day choice, the days from `day` to its next one, `day` included, and excluded. */
  dayTypes: readonly string[]
  untilDay: readonly number[]
  untilNext: readonly number[]
  limit: number
}

/**
 * The activation times of these zips, of visible companies, by next start, limited to as many rows as a page has items, whatever
 * the size of the town. One index range scan per zip; starts are sorted alone, in few and narrow columns, before their times,
 * instants and companies are looked up, which ends when the page is full. Lines and links of full schedules are read apart: their
 * next start depends on more than days.
 */
export async function findNearest(db: Db, place: AgendaPlace): Promise<NearRow[]> {
  return await selectNearest(db, place)
}

const selectNearest = prepared((db, place: AgendaPlace) =>
  sql<NearRow>`
    with next_starts as (${nextStarts(place)})
    select shown.*, (extract(epoch from next_starts.next_start) * 1000)::float8 as "nextStart",
      (select exists (select from instant_times where instant_times.enabled and instant_times.starts_at is null
        and instant_times.zip_code = any(${place.zips}::text[]))) as "hasLines"
    from next_starts cross join lateral ${timeOfStart(db)} as shown
    order by next_starts.next_start, next_starts.instant_id limit ${place.limit}::int`.compile(db),
)

/**
 * The next start of each date, cut to the second as the cursor says it, then of each line. `offset 0` is an optimisation fence:
 * without it the planner would work each start out again for every comparison with it.
 */
const nextStarts = (place: AgendaPlace) => sql`
  select * from (
    select schedule_times.id, schedule_times.instant_id, schedule_times.is_rich, false as is_line,
      date_bin('1 second', schedule_times.starts_at - case when schedule_times.preview then interval '2 hours'
        else interval '0' end, 'epoch') as next_start
    from schedule_times
    where schedule_times.enabled and schedule_times.zip_code = any(${place.zips}::text[])
      and schedule_times.shown_until > ${place.from}::timestamptz and schedule_times.shown_until < 'infinity'
    union all
    select lines.id, lines.instant_id, false, true, (${place.day}::date + case when lines.is_to_come then lines.until_day
      else lines.until_next end + make_interval(mins => lines.shown_minutes)) at time zone 'Europe/Paris'
    from (
      select times.id, times.instant_id, days.until_day, days.until_next, minutes.shown_minutes,
        case when ${place.isFirst}::boolean then times.end_minutes > ${place.minutes}::float8 else
          (minutes.shown_minutes, times.instant_id) > (${place.minutes}::float8, ${place.afterId}::bigint) end as is_to_come
      from activation_times times
      join unnest(${place.dayTypes}::text[], ${place.untilDay}::int[], ${place.untilNext}::int[])
        as days (day_type, until_day, until_next) on days.day_type = times.day_type
      cross join lateral (select times.start_minutes - case when times.preview then 120 else 0 end as shown_minutes) minutes
      where times.enabled and times.zip_code = any(${place.zips}::text[]) and times.shown_until = 'infinity'
    ) lines
    offset 0
  ) starts
  where next_start <= case when is_line then ${place.lastLine}::timestamptz else ${place.last}::timestamptz end
    and (${place.isFirst}::boolean or (next_start, instant_id) > (${place.since}::timestamptz, ${place.afterId}::bigint))
  order by next_start, instant_id offset 0`

/** The time that a start is of, by its index in one of the two tables; its limit keeps the planner from joining whole tables. */
const timeOfStart = (db: Db) =>
  selectShownStarts(db)
    .where(sql<boolean>`(schedule_times.instant_id, schedule_times.id) = (next_starts.instant_id, next_starts.id)`)
    .where(sql<boolean>`schedule_times.is_rich = next_starts.is_rich`)
    .where('companies.is_shown', '=', true)
    .limit(1)

const maxLines = 10_000

/** The weekly lines and the links to opening hours of these zips, of full schedules. */
export async function findRichLines(db: Db, zips: readonly string[]): Promise<AgendaRow[]> {
  return await selectRichLines(db, { zips })
}

const selectRichLines = prepared((db, { zips }: { zips: readonly string[] }) =>
  selectShownTimes(db)
    .where(sql<boolean>`schedule_times.is_rich and schedule_times.starts_at is null`)
    .where(sql<boolean>`schedule_times.zip_code = any(${zips}::text[])`)
    .where('companies.is_shown', '=', true)
    .limit(maxLines)
    .compile(),
)

/** The enabled, unfinished times of one company for its owner, whether or not the company is visible. */
export async function findOfCompany(db: Db, companyId: string, from: Date): Promise<AgendaRow[]> {
  return await selectOfCompany(db, { companyId, from })
}

const selectOfCompany = prepared((db, { companyId, from }: { companyId: string; from: Date }) =>
  selectShownTimes(db)
    .where('schedule_times.company_id', '=', companyId)
    .where('schedule_times.shown_until', '>', from)
    .compile(),
)
