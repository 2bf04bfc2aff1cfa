import { instantCategories } from '@parvis/domain/instants/kind'
import type { Db } from '../../db/database.ts'
import { elementsOf, opaque, prepared } from '../../db/prepared.ts'
import { sql } from '../../db/sql.ts'
import { isListed } from '../notifications/index.ts'
import { shownFrom, shownMinutes, utc } from './agenda.queries.ts'

/** A day to count. */
export type CountedDay = {
  starts: Date
  ends: Date
  /** Two hours before it starts: a date with the preview is shown from then on. */
  shown_from: Date
  /** What ends after this moment, and began on a day before, touches it. */
  night: Date
  /** The choices of days that hold it. */
  day_types: readonly string[]
  /** Weekly lines that end by this minute are over. */
  minutes: number
}

export type DaysOfTown = {
  zips: readonly string[]
  now: Date
  /** `CountedDay[]` as JSON. */
  days: string
  category: number | null
  /** Counts no further. */
  most: number
}

/**
 * How many dates, and weekly items of plain days, hold each day, of businesses that are shown; what is cancelled, or postponed
 * without a date, is not counted, be it one evening of a weekly line, nor what a day closed whole silences. One statement that
 * reads no more than `most` dates a day, and as many lines of each choice of days, whatever the size of the town. What is read apart is
 * not in it.
 */
export async function countByDay(db: Db, asked: DaysOfTown): Promise<number[]> {
  return (await selectCounts(db, asked)).map(({ count }) => count)
}

const selectCounts = prepared((asked: DaysOfTown) => {
  const counted = countedTimes(asked)
  return sql<{ count: number }>`
    with days as (
      select days.*, (days.starts at time zone 'Europe/Paris')::date as day from json_to_recordset(${asked.days}::json) as days
        (starts timestamptz, ends timestamptz, shown_from timestamptz, night timestamptz, day_types text[], minutes float8)
    ), lines as materialized (
      select asked.day_type, asked.minutes, count(*), array_agg(counted.instant_id) as instants,
        array_agg(counted.pausing) as pausing from (select distinct unnest(days.day_types) as day_type, days.minutes from days) asked
        cross join unnest(${elementsOf(asked.zips, 'text')}) as places (zip_code)
        cross join lateral (${counted} and times.zip_code = places.zip_code and times.day_type = asked.day_type
          and times.start_minutes + times.length_minutes > asked.minutes
          order by ${shownMinutes}, times.instant_id limit ${opaque(asked.most, 'int')}) counted
      group by asked.day_type, asked.minutes
    ), closed as materialized (
      select distinct closed.company_id, days.day from days join hour_exceptions closed on closed.kind = 'closed'
        and closed.company_id = any(array(select unnest(lines.pausing) from lines))
        and days.day between closed.first_day and closed.last_day
      where not exists (select from hour_exceptions opened where opened.kind = 'open'
        and (opened.company_id, opened.first_day) = (closed.company_id, days.day))
    ), off as materialized (
      select off.day_type, off.minutes, off.day, count(*) from (
        select lines.day_type, lines.minutes, counted.rank, states.day
        from lines cross join unnest(lines.instants) with ordinality as counted (id, rank)
        join instant_occurrences states on states.instant_id = counted.id and states.state <> 'full'
        union select lines.day_type, lines.minutes, counted.rank, closed.day
        from lines cross join unnest(lines.pausing) with ordinality as counted (company_id, rank)
        join closed on closed.company_id = counted.company_id
      ) off
      group by off.day_type, off.minutes, off.day
    )
    select least(${opaque(asked.most, 'int')}, dates.count + (select coalesce(sum(lines.count - coalesce(off.count, 0)), 0)
      from lines left join off on (off.day_type, off.minutes) = (lines.day_type, lines.minutes)
        and off.day = days.day
      where lines.day_type = any(days.day_types) and lines.minutes = days.minutes))::int as count
    from days cross join lateral (
      select count(*) from (
        (${counted} and ${ofZips(asked)} and times.starts_at >= days.starts and times.shown_until > ${opaque(asked.now, 'timestamptz')}
          and ${shownFrom} >= ${utc(sql`days.shown_from`)} and ${shownFrom} < ${utc(sql`days.ends`)}
          and times.starts_at < days.ends limit ${opaque(asked.most, 'int')})
        union all (${counted} and ${ofZips(asked)} and times.is_long and times.starts_at < days.starts
          and times.ends_at >= days.night and times.shown_until > ${opaque(asked.now, 'timestamptz')} limit ${opaque(asked.most, 'int')})
      ) counted
    ) dates order by days.starts`
})

const ofZips = ({ zips }: DaysOfTown) => sql`times.zip_code = any(${elementsOf(zips, 'text')})`

/** The times that take place, of instants of the asked category; `pausing`: the business whose closing silences the weekly ones. */
const countedTimes = (asked: DaysOfTown) => {
  const category = opaque(asked.category, 'int')
  return sql`
  select times.instant_id, case when instants.pauses_when_closed then times.company_id end as pausing
  from instant_times times join companies on companies.id = times.company_id and companies.is_shown
  join instants on instants.id = times.instant_id
  where times.enabled and (${category} is null or instants.category_id = ${category})
    and 'cancelled' not in (instants.event_state, times.state)
    and (times.former_start is not null or 'postponed' not in (instants.event_state, times.state))`
}

const categories = sql.raw(`unnest(array[${instantCategories.map(({ id }) => id).join(', ')}])`)

type Newest = { zips: readonly string[]; most: number }

/**
 * The newest instants of these zips that are shown and not over: `most` of each category, with their category. Looks at the newest
 * thousand of a category only.
 */
export const selectNewest = prepared(
  ({ zips, most }: Newest) => sql<{ id: number; category: number }>`
    select newest.id, newest.category_id as category
    from unnest(${elementsOf(zips, 'text')}) as places (zip_code) cross join ${categories} as categories (id)
    cross join lateral (
      select made.id, made.category_id from (
        select instants.id, instants.category_id, instants.company_id from instants
        where instants.zip_code = places.zip_code and instants.category_id = categories.id
          and ${isListed}
        order by instants.id desc limit 1000
      ) made join companies on companies.id = made.company_id and companies.is_shown
      where exists (select from instant_times times where times.instant_id = made.id and times.enabled
        and times.shown_until > app_now())
      order by made.id desc limit ${opaque(most, 'int')}
    ) newest order by newest.id desc`,
)
