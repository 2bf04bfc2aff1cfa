import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { prepared } from '../../db/prepared.ts'
import { type ShownTimeRow, selectShownTimes } from '../instants/index.ts'

/** A row of an activation time that is not over, joined with what the agenda shows of its instant. */
export type AgendaRow = Omit<ShownTimeRow, 'kind'>

/** Start of its next occurrence in epoch milliseconds; `hasLines`: these zips also have lines of full schedules, read apart. */
type NearRow = AgendaRow & { nextStart: number; hasLines: boolean }

/** Where a page begins, and the days from then to the next one of each day choice. */
export type AgendaPlace = {
  zips: readonly string[]
  from: Date
  /** The last moment of the agenda. */
  last: Date
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

const instantColumns = sql`instants.title, instants.short_description as "shortDescription",
      instants.category_id as "categoryId", instants.latitude, instants.longitude, instants.company_id as "companyId",
      instants.address, instants.city, instants.zip_code as "zipCode", instants.picture,
      instants.event_state as "eventState", instants.state_message as "eventMessage",
      instants.pauses_when_closed as "pausesWhenClosed"`

/**
 * The activation times of these zips, of visible companies, by next start, limited to as many rows as a page has items, whatever
 * the size of the town. One index range scan per zip; times are sorted before their instants are looked up, which ends when the
 * page is full. Lines and links of full schedules are read apart: their next start depends on more than days.
 */
export async function findNearest(db: Db, place: AgendaPlace): Promise<NearRow[]> {
  return await selectNearest(db, place)
}

const selectNearest = prepared((db, place: AgendaPlace) =>
  sql<NearRow>`
    with near as (
      select times.*, case times.day_type when 'fixed' then times.starts_at - times.early else
        (${place.day}::date + case when times.is_to_come then times.until_day else times.until_next end
          + times.start_minutes * interval '1 minute' - times.early) at time zone 'Europe/Paris' end as next_start
      from (
        select activation_times.id, activation_times.instant_id, activation_times.day_type, activation_times.starts_at,
          activation_times.ends_at, activation_times.start_minutes, activation_times.end_minutes, activation_times.preview,
          activation_times.enabled, 'planned' as state, null::text as state_message, null::timestamptz as former_start,
          false as is_rich, companies.name as company_name, companies.hours_version, companies.zip_code as company_zip,
          until_day, until_next,
          case when activation_times.preview then interval '2 hours' else interval '0' end as early,
          case when ${place.isFirst}::boolean then activation_times.end_minutes > ${place.minutes}::float8 else
            (activation_times.start_minutes - case when activation_times.preview then 120 else 0 end, activation_times.instant_id)
              > (${place.minutes}::float8, ${place.afterId}::bigint) end as is_to_come
        from activation_times
        join companies on companies.id = activation_times.company_id and companies.is_shown
        join unnest(${place.dayTypes}::text[], ${place.untilDay}::int[], ${place.untilNext}::int[])
          as days (day_type, until_day, until_next) on days.day_type = activation_times.day_type
        where activation_times.enabled and activation_times.zip_code = any(${place.zips}::text[])
          and activation_times.shown_until > ${place.from}::timestamptz
      ) times
      union all
      select instant_times.id, instant_times.instant_id, 'fixed', instant_times.starts_at, instant_times.ends_at, null, null,
        instant_times.preview, instant_times.enabled, instant_times.state, instant_times.state_message,
        instant_times.former_start, true, companies.name, companies.hours_version, companies.zip_code, 0, 0, interval '0', true,
        instant_times.starts_at - case when instant_times.preview then interval '2 hours' else interval '0' end
      from instant_times join companies on companies.id = instant_times.company_id and companies.is_shown
      where instant_times.enabled and instant_times.zip_code = any(${place.zips}::text[])
        and instant_times.shown_until > ${place.from}::timestamptz and instant_times.starts_at is not null
    )
    select near.id, near.instant_id as "instantId", near.company_name as "companyName", ${instantColumns}, near.day_type,
      near.starts_at, near.ends_at, near.start_minutes, near.end_minutes, near.preview, near.enabled, near.state,
      near.state_message, near.former_start, near.is_rich, near.hours_version as "hoursVersion", near.company_zip as "companyZip",
      (extract(epoch from near.next_start) * 1000)::float8 as "nextStart",
      (select exists (select from instant_times where instant_times.enabled and instant_times.starts_at is null
        and instant_times.zip_code = any(${place.zips}::text[]))) as "hasLines"
    from (
      select * from near
      where near.next_start <= ${place.last}::timestamptz
        and (${place.isFirst}::boolean or (near.next_start, near.instant_id) > (${place.since}::timestamptz, ${place.afterId}::bigint))
      order by near.next_start, near.instant_id offset 0
    ) as near join instants on instants.id = near.instant_id and (instants.schedule_kind is not null) = near.is_rich
    order by near.next_start, near.instant_id limit ${place.limit}::int`.compile(db),
)

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
