import { columnOf, type Db } from '../../db/database.ts'
import { elementsOf, prepared } from '../../db/prepared.ts'
import { sql } from '../../db/sql.ts'
import type { HoursVersion } from '../hours/index.ts'
import { isListed } from '../notifications/index.ts'
import { type Town, townOfCode } from '../towns/index.ts'
import { isVerified, type SiteBusiness, withPlans } from './businesses.queries.ts'

/** A business as lists count, sort and filter it; `completedAt` in seconds. */
export type ListedBusiness = Pick<SiteBusiness, 'id' | 'type' | 'name' | 'category' | 'isVerified' | 'plan'> & {
  completedAt: number
}

const listedOfTown = prepared(
  ({ town }: { town: string }) => sql<Omit<ListedBusiness, 'plan'> & HoursVersion>`
    select companies.id, companies.type, companies.name, coalesce(companies.category, '') as category,
      ${isVerified} as "isVerified", companies.hours_version as "hoursVersion", companies.zip_code as "zipCode",
      extract(epoch from companies.completed_at)::float8 as "completedAt"
    from companies where companies.town = ${town} and companies.is_shown order by companies.name`,
)

/** Every business of a town, by name as its index has them, without what only its page and its cards show. */
export async function listListed(db: Db, town: string): Promise<ListedBusiness[]> {
  return await withPlans(db, await listedOfTown(db, { town }))
}

const descriptionsOfTown = prepared(
  ({ town }: { town: string }) => sql<{ id: string; html: string }>`
    select companies.id, companies.description as html from companies
    where companies.town = ${town} and companies.is_shown and companies.description is not null`,
)

/** What a search looks at beside names and categories. */
export async function listDescriptions(db: Db, town: string): Promise<Map<string, string>> {
  return new Map((await descriptionsOfTown(db, { town })).map(({ id, html }) => [id, html]))
}

/** The latest publications that hold a word: enough for a town, and no more is read however many there are. */
const maxAnnounced = 2_000

const announcingWords = prepared(
  ({ queries }: { queries: readonly string[] }) => sql<{ word: number; companyId: string; title: string }>`
    select asked.word::int as word, shown.company_id as "companyId", shown.title
    from unnest(${elementsOf(queries, 'text')}) with ordinality as asked (query, word)
    cross join lateral (
      select distinct on (found.company_id) found.company_id, found.title from (
        select instants.id, instants.company_id, instants.title from instants
        where instants.words @@ asked.query::tsquery and ${isListed}
        order by instants.id desc limit ${maxAnnounced}::int
      ) as found
      where exists (
        select from instant_times times
        where times.instant_id = found.id and times.enabled and times.shown_until > (select app_now()))
      order by found.company_id, found.id desc
    ) as shown`,
)

/** Of each word, folded: the businesses that announce it in these postal codes, with the title of their latest such publication. */
export async function listAnnouncing(
  db: Db,
  zips: readonly string[],
  words: readonly string[],
): Promise<Map<string, string>[]> {
  const queries = words.map((word) => zips.map((zip) => `'${zip}${word}':*`).join(' | '))
  const rows = await announcingWords(db, { queries })
  return words.map(
    (_, at) => new Map(rows.filter(({ word }) => word === at + 1).map(({ companyId, title }) => [companyId, title])),
  )
}

/** Towns with at least so many businesses, the liveliest first; only those of the codes when they are given. */
export async function listLivelyTowns(
  db: Db,
  { min, max, among }: { min: number; max: number; among?: readonly string[] },
): Promise<Town[]> {
  const codes = await columnOf<string>(db)`
    select lively_towns.town from lively_towns
    where lively_towns.businesses >= ${min} and (${among ?? null}::text[] is null or lively_towns.town = any(${among ?? null}))
    order by lively_towns.businesses desc, lively_towns.town limit ${max}`
  return codes.flatMap((code) => townOfCode(code) ?? [])
}
