import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { prepared } from '../../db/prepared.ts'

/** An activation time that may still take place, with what the agenda shows of its instant. */
export type AgendaRow = {
  id: number
  instantId: number
  title: string
  shortDescription: string
  categoryId: number
  latitude: number | null
  longitude: number | null
  companyId: string
  companyName: string
  address: string
  city: string
  zipCode: string
  picture: string
  day_type: string
  starts_at: Date | null
  ends_at: Date | null
  start_minutes: number | null
  end_minutes: number | null
  preview: boolean
  enabled: boolean
}

/** Where a page of the agenda begins, and on which days each choice of days comes next. */
export type AgendaPlace = {
  zips: readonly string[]
  from: Date
  /** The last moment of the agenda. */
  last: Date
  /** The page begins after this start, and this instant among those of the same start; or with what is running. */
  since: Date
  afterId: number
  isFirst: boolean
  /** The day of `since` in Paris, and the minutes past its midnight. */
  day: string
  minutes: number
  /** The choices of days, with the days from `day` to the first one of each: that day counted, and not. */
  dayTypes: readonly string[]
  untilDay: readonly number[]
  untilNext: readonly number[]
  most: number
}

/**
 * The times of these zips, of companies that residents see, whose next start comes first: so many at most, which hold as
 * many of the nearest occurrences, however many instants the town has. One range of one index for each zip.
 */
export async function findNearest(db: Db, place: AgendaPlace): Promise<(AgendaRow & { nextStart: Date })[]> {
  return await selectNearest(db, place)
}

const selectNearest = prepared((db, place: AgendaPlace) =>
  sql<AgendaRow & { nextStart: Date }>`
    with near as (
      select times.*, case times.day_type when 'fixed' then times.starts_at - times.early else
        (${place.day}::date + case when times.is_to_come then times.until_day else times.until_next end
          + times.start_minutes * interval '1 minute' - times.early) at time zone 'Europe/Paris' end as next_start
      from (
        select activation_times.*, companies.name as company_name, until_day, until_next,
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
    )
    select near.id, near.instant_id as "instantId", instants.title, instants.short_description as "shortDescription",
      instants.category_id as "categoryId", instants.latitude, instants.longitude, instants.company_id as "companyId",
      near.company_name as "companyName", instants.address, instants.city, instants.zip_code as "zipCode", instants.picture, near.day_type, near.starts_at, near.ends_at, near.start_minutes, near.end_minutes, near.preview,
      near.enabled, near.next_start as "nextStart"
    from near join instants on instants.id = near.instant_id
    where near.next_start <= ${place.last}::timestamptz
      and (${place.isFirst}::boolean or (near.next_start, near.instant_id) > (${place.since}::timestamptz, ${place.afterId}::bigint))
    order by near.next_start, near.instant_id limit ${place.most}::int`.compile(db),
)

/** What is enabled of one company and not over, for its owner: shown or not. */
export async function findOfCompany(db: Db, companyId: string, from: Date): Promise<AgendaRow[]> {
  return await enabledTimes(db, from).where('activation_times.company_id', '=', companyId).execute()
}

function enabledTimes(db: Db, from: Date) {
  return db
    .selectFrom('activation_times')
    .innerJoin('instants', 'instants.id', 'activation_times.instant_id')
    .innerJoin('companies', 'companies.id', 'activation_times.company_id')
    .where(sql<boolean>`activation_times.enabled`)
    .where('activation_times.shown_until', '>', from)
    .select([
      'activation_times.id',
      'activation_times.instant_id as instantId',
      'instants.title',
      'instants.short_description as shortDescription',
      'instants.category_id as categoryId',
      'instants.latitude',
      'instants.longitude',
      'instants.company_id as companyId',
      'companies.name as companyName',
      'instants.address',
      'instants.city',
      'instants.zip_code as zipCode',
      'instants.picture',
      'activation_times.day_type',
      'activation_times.starts_at',
      'activation_times.ends_at',
      'activation_times.start_minutes',
      'activation_times.end_minutes',
      'activation_times.preview',
      'activation_times.enabled',
    ])
}
