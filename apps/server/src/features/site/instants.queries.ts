import { columnOf, type Db } from '../../db/database.ts'
import { elementsOf, prepared } from '../../db/prepared.ts'
import { type Sql, sql, todayInParis } from '../../db/sql.ts'
import { maxNearDates, type NearDate } from '../agenda/index.ts'
import { type ShownTimeRow, selectShown, timeColumns } from '../instants/index.ts'
import { isListed } from '../notifications/index.ts'
import { type Fiche, holderOf, ownerOf } from './businesses.queries.ts'

/** One date, line or link of an instant, with what the pages show of it. */
export type SiteTimeRow = ShownTimeRow & {
  createdAt: Date
  modifiedAt: Date
  sequence: number
  stateAt: Date | null
  town: string
  fiche: string
}

/** So many of each business: lines first, then dates by their start. One may have published thirty thousand. */
type Nearest = { most: number }

/** As many as the page of a business reads, drawn in one turn of the event loop (20 ms, W-124), and as stand beside an instant. */
export const maxTimes = 500
export const maxBeside = 20

/** By the clock of the database, so that no query is needed for it first. */
const now = sql<Date>`(select app_now())`

const moments = sql`instants.created_at as "createdAt", instants.modified_at as "modifiedAt", instants.sequence,
  instants.state_at as "stateAt"`

const timesOnPages = sql`
  ${selectShown(
    sql`${timeColumns}, ${moments}, company_addresses.town, company_addresses.slug as fiche`,
    sql`join company_addresses on company_addresses.company_id = companies.id and company_addresses.is_current`,
  )} and not instants.is_draft and companies.is_shown`

/** The nearest times of these instants that are not over. */
export const listTimesOfInstants = prepared(
  ({ ids }: { ids: readonly number[] }) => sql<SiteTimeRow>`${timesOnPages}
    and instant_times.shown_until > ${now} and instant_times.instant_id = any(${ids}::bigint[])
    order by coalesce(instant_times.starts_at, '-infinity') limit ${maxNearDates}`,
)

/** The time of a row `near`, by its index. */
const timeNear = sql`(${timesOnPages}
  and (instant_times.instant_id, instant_times.id) = (near.instant_id, near.id) limit 1)`

const nearestOf = (owners: Sql, { most }: Nearest, which = sql``) => sql<SiteTimeRow>`
    select shown.* from ${owners} as owners (id) cross join lateral (
      select times.instant_id, times.id from instant_times times
      where times.company_id = owners.id and times.enabled and times.shown_until > ${now} ${which}
      order by coalesce(times.starts_at, ${now}) limit ${most}::int
    ) near cross join lateral ${timeNear} as shown`

/** The nearest times of each of these companies that are not over. */
export const listTimesOfCompanies = prepared((asked: Nearest & { ids: readonly string[] }) =>
  nearestOf(sql`unnest(${elementsOf(asked.ids, 'uuid')})`, asked),
)

/** What began, and the lines of today and of the evening before. */
const mayRun = sql`and coalesce(times.starts_at <= ${now}, times.days && (
  select array[extract(isodow from today)::smallint, extract(isodow from today - 1)::smallint]
  from (select ${todayInParis} as today) clock), true)`

/** Those of them that may be running. */
export const listRunningOfCompanies = prepared((asked: Nearest & { ids: readonly string[] }) =>
  nearestOf(sql`unnest(${elementsOf(asked.ids, 'uuid')})`, asked, mayRun),
)

/** The nearest times of the business that has this address. */
export const listTimesAt = prepared((asked: Nearest & Fiche) =>
  nearestOf(sql`(select ${holderOf({ town: asked.town, slug: asked.slug })})`, asked),
)

/** The nearest times of the business of an instant, itself included. */
export const listTimesBeside = prepared((asked: Nearest & { instantId: number }) =>
  nearestOf(sql`(select ${ownerOf({ instantId: asked.instantId })})`, asked),
)

/** Every time of one published instant, over or not. */
export const listTimesOfInstant = prepared(
  ({ instantId }: { instantId: number }) =>
    sql<SiteTimeRow>`${timesOnPages} and instant_times.instant_id = ${instantId}`,
)

/** What a line of a list needs of a date. */
export type AddressedDate = Pick<NearDate, 'occurrence'> & {
  row: Pick<NearDate['row'], 'instantId' | 'title' | 'address' | 'city' | 'companyName' | 'categoryId' | 'days'> & {
    day_type?: string | null
  }
  place: { town: string; fiche: string }
}

/** Dates with the address of their business, whose path their links begin with. */
export async function withAddresses(db: Db, dates: readonly NearDate[]): Promise<(NearDate & AddressedDate)[]> {
  const ids = [...new Set(dates.map(({ row }) => row.companyId))]
  const found = await addressesOf(db, { ids })
  const places = new Map(found.map(({ companyId, ...place }) => [companyId, place]))
  return dates.flatMap((date) => {
    const place = places.get(date.row.companyId)
    return place ? [{ ...date, place }] : []
  })
}

/** What feeds write of an instant beside what lists show. */
export type InstantMoments = Pick<SiteTimeRow, 'createdAt' | 'modifiedAt' | 'sequence' | 'stateAt'>

export async function findMoments(db: Db, ids: readonly number[]): Promise<Map<number, InstantMoments>> {
  return new Map((await momentsOf(db, { ids })).map(({ id, ...moments }) => [id, moments]))
}

const momentsOf = prepared(
  ({ ids }: { ids: readonly number[] }) => sql<InstantMoments & { id: number }>`
    select instants.id, ${moments} from instants where instants.id = any(${ids}::bigint[])`,
)

const addressesOf = prepared(
  ({ ids }: { ids: readonly string[] }) => sql<AddressedDate['place'] & { companyId: string }>`
    select company_addresses.company_id as "companyId", company_addresses.town, company_addresses.slug as fiche
    from company_addresses
    where company_addresses.company_id = any(${ids}::uuid[]) and company_addresses.is_current`,
)

type Dates = { ids: readonly number[]; now: Date; most: number }

/** The nearest dates of each of these instants that are not over, and its last one that is. */
export const listDatesOfInstants = prepared(({ ids, now, most }: Dates) => {
  const ofAsked = sql`from instant_times times where times.instant_id = asked.id and times.enabled and times.starts_at is not null`
  return sql<SiteTimeRow>`
    select shown.* from unnest(${ids}::bigint[]) as asked (id) cross join lateral (
      (select times.instant_id, times.id ${ofAsked} and times.ends_at > ${now}::timestamptz
        order by times.starts_at limit ${most}::int)
      union all
      (select times.instant_id, times.id ${ofAsked} and times.ends_at <= ${now}::timestamptz
        order by times.starts_at desc limit 1)
    ) near cross join lateral ${timeNear} as shown`
})

/** The long texts of these instants, as HTML: no further than so many letters of it. */
export async function findTexts(db: Db, ids: readonly number[], letters: number): Promise<Map<number, string>> {
  const found = await textsOf(db, { ids, letters })
  return new Map(found.map(({ id, text }) => [id, text.length < letters ? text : text.replace(/<[^>]*$/, '')]))
}

const textsOf = prepared(
  ({ ids, letters }: { ids: readonly number[]; letters: number }) => sql<{ id: number; text: string }>`
    select instants.id, left(instants.long_description, ${letters}::int) as text
    from instants where instants.id = any(${ids}::bigint[])`,
)

/** Addresses of a sitemap: the instants of these companies that were not over at a moment, the latest ones first. */
export const listInstantsOf = prepared(
  ({ ids, since, limit }: { ids: readonly string[]; since: Date; limit: number }) => sql<{
    instantId: number
    title: string
    companyId: string
    modifiedAt: Date
  }>`
    select instants.id as "instantId", instants.title, instants.company_id as "companyId", instants.modified_at as "modifiedAt"
    from instants
    where instants.company_id = any(${ids}::uuid[]) and ${isListed}
      and exists (select from instant_times times where times.instant_id = instants.id and times.enabled
        and times.shown_until > ${since}::timestamptz)
    order by instants.id desc limit ${limit}::int`,
)

/** The tags of the towns where these businesses show: their own, and those of the codes of their instants. */
export async function listZipsOf(db: Db, companyIds: readonly string[]): Promise<string[]> {
  const ids = sql`any(${[...companyIds]}::uuid[])`
  return await columnOf<string>(db)`
    select 'zip:' || companies.zip_code from companies where companies.id = ${ids}
    union select 'town:' || companies.town from companies where companies.id = ${ids} and companies.town is not null
    union select 'zip:' || instants.zip_code from instants where instants.company_id = ${ids}`
}
