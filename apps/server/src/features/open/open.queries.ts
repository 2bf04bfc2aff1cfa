import { type Db, hasRow, rowOf } from '../../db/database.ts'
import { elementsOf, prepared } from '../../db/prepared.ts'
import { type Sql, sql } from '../../db/sql.ts'
import { isListed } from '../notifications/index.ts'
import type { Cursor } from './cursor.ts'

/** Where changes are read: towns by INSEE code, events by postal code, or the events of one business. */
export type ChangesOf = { kind: 'business' | 'event'; areas: readonly string[] } | { kind: 'event'; companyId: string }

/** A change, and what stands of it now. */
export type OpenChange = {
  id: string
  /** Microseconds of the real clock. */
  at: number
  /** Shown, open, published, and there. */
  isThere: boolean
  /** In another postal code of the same reading, which has a change of its own. */
  isElsewhere: boolean
  /** End of its last date, in epoch milliseconds. */
  endsAt: number | null
}

/** A change is given once it is so old: a transaction that began before has ended, so that two writers hide nothing. */
const settledSeconds = 10

/** The changes after a cursor that are given by now, oldest first. */
export async function listChanges(
  db: Db,
  of: ChangesOf,
  { after, limit }: { after: Cursor | undefined; limit: number },
): Promise<OpenChange[]> {
  const cursor = { since: after?.at ?? 0, afterId: after?.id ?? '', limit }
  if ('companyId' in of) return await eventsOfBusiness(db, { ...cursor, companyId: of.companyId })
  return await (of.kind === 'business' ? businesses : events)(db, { ...cursor, areas: of.areas })
}

type PageCursor = { since: number; afterId: string; limit: number }

const microseconds = (moment: Sql) => sql`(extract(epoch from ${moment}) * 1000000)::float8`

const page = ({ since, afterId, limit }: PageCursor, of: Sql) => sql`
  select changes.* from open_changes changes
  where ${of} and (changes.changed_at, changes.id) > (to_timestamp(${since}::float8 / 1000000), ${afterId}::text)
    and changes.changed_at <= real_now() - make_interval(secs => ${settledSeconds})
  order by changes.changed_at, changes.id limit ${limit}::int`

const pageOfAreas = (cursor: PageCursor, areas: readonly string[], kind: string) => sql`
  select changes.* from unnest(${elementsOf(areas, 'text')}) as asked (area)
  cross join lateral (${page(cursor, sql`changes.area = asked.area and changes.kind = ${kind}`)}) changes
  order by changes.changed_at, changes.id limit ${cursor.limit}::int`

const businesses = prepared(
  (asked: PageCursor & { areas: readonly string[] }) => sql<OpenChange>`
    select changes.id, ${microseconds(sql`changes.changed_at`)} as at, companies.id is not null as "isThere",
      false as "isElsewhere", null::float8 as "endsAt"
    from (${pageOfAreas(asked, asked.areas, 'business')}) changes
    left join companies on companies.id = changes.company_id and companies.is_open and companies.town = changes.area
    order by changes.changed_at, changes.id`,
)

/** The last end of the dates that are on: none of a draft, a pause or a publication to come. */
const ofEvents = (changes: Sql, isElsewhere: Sql) => sql<OpenChange>`
  select changes.id, ${microseconds(sql`changes.changed_at`)} as at,
    coalesce(instants.zip_code = changes.area and times.ends_at is not null, false) as "isThere",
    coalesce(instants.zip_code <> changes.area and ${isElsewhere}, false) as "isElsewhere",
    (extract(epoch from times.ends_at) * 1000)::float8 as "endsAt"
  from (${changes}) changes
  left join (instants join companies on companies.id = instants.company_id and companies.is_open)
    on instants.id = changes.id::bigint and instants.kind = 'event' and ${isListed}
  left join lateral (
    select max(times.ends_at) as ends_at from instant_times times where times.instant_id = instants.id and times.enabled
  ) times on true
  order by changes.changed_at, changes.id`

const events = prepared((asked: PageCursor & { areas: readonly string[] }) =>
  ofEvents(pageOfAreas(asked, asked.areas, 'event'), sql`instants.zip_code = any(${elementsOf(asked.areas, 'text')})`),
)

const eventsOfBusiness = prepared((asked: PageCursor & { companyId: string }) =>
  ofEvents(page(asked, sql`changes.company_id = ${asked.companyId}::uuid and changes.kind = 'event'`), sql`true`),
)

/** Up to when changes are given, and so many months before now: in microseconds of the real clock. */
export async function readHorizon(db: Db, months: number): Promise<{ settled: number; oldest: number }> {
  const [row] = await horizon(db, { months })
  return row ?? { settled: 0, oldest: 0 }
}

const horizon = prepared(
  ({ months }: { months: number }) => sql<{ settled: number; oldest: number }>`
    select ${microseconds(sql`real_now() - make_interval(secs => ${settledSeconds})`)} as settled,
      ${microseconds(sql`real_now() - make_interval(months => ${months}::int)`)} as oldest`,
)

export async function findOpenBusiness(db: Db, companyId: string) {
  const [found] = await openBusiness(db, { companyId })
  return found
}

const openBusiness = prepared(
  ({ companyId }: { companyId: string }) => sql<{ name: string; changedAt: Date }>`
    select companies.name, coalesce(open_changes.changed_at, companies.updated_at) as "changedAt" from companies
    left join open_changes on open_changes.area = companies.town and open_changes.kind = 'business'
      and open_changes.id = companies.id::text
    where companies.id = ${companyId}::uuid and companies.is_open`,
)

/** INSEE codes of the towns with a business that is open, by hops over the index: the cost is that of the towns. */
export async function listOpenTowns(db: Db): Promise<string[]> {
  return (await openTowns(db, {})).map(({ town }) => town)
}

const openTowns = prepared(
  (_values: object) => sql<{ town: string }>`
    with recursive towns as (
      (select companies.town from companies where companies.is_open and companies.town is not null order by companies.town limit 1)
      union all
      select (select companies.town from companies where companies.is_open and companies.town > towns.town
        order by companies.town limit 1)
      from towns where towns.town is not null
    ) select towns.town from towns where towns.town is not null`,
)

export type OpenChoice = {
  open: boolean
  chosen: boolean | null
  town: string | null
  slug: string | null
}

export async function findChoice(db: Db, companyId: string): Promise<OpenChoice | undefined> {
  return await rowOf<OpenChoice>(db)`
    select companies.is_open as open, companies.open_data as chosen, company_addresses.town, company_addresses.slug
    from companies left join company_addresses on company_addresses.company_id = companies.id and company_addresses.is_current
    where companies.id = ${companyId}::uuid`
}

/** Written only where it changes: the same choice again moves nothing. */
export async function saveOpenData(db: Db, companyId: string, open: boolean): Promise<boolean> {
  return await hasRow(db)`
    update companies set open_data = ${open}
    where companies.id = ${companyId} and companies.open_data is distinct from ${open} returning true`
}
