import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { prepared } from '../../db/prepared.ts'
import { type ShownTimeRow, selectShownTimes } from '../instants/index.ts'
import { type Fiche, holderOf, ownerOf } from './businesses.queries.ts'

/** One date, line or link of an instant, with what the pages show of it. */
export type SiteTimeRow = ShownTimeRow & {
  longDescription: string
  createdAt: Date
  modifiedAt: Date
  sequence: number
  stateAt: Date | null
  companyAddress: string
  town: string
  fiche: string
}

type From = { from: Date | null }

/** Lower bound in time; null: now by the database's clock, so that no query is needed for it first. */
const notOver = (db: Db, { from }: From) =>
  timesOnPages(db).where(
    'instant_times.shown_until',
    '>',
    sql<Date>`coalesce(${from}::timestamptz, (select app_now()))`,
  )

const timesInZips = prepared((db, { zips, from }: From & { zips: readonly string[] }) =>
  notOver(db, { from }).where(sql<boolean>`instant_times.zip_code = any(${zips}::text[])`).compile(),
)

const timesOfCompanies = prepared((db, { ids, from }: From & { ids: readonly string[] }) =>
  notOver(db, { from }).where(sql<boolean>`instant_times.company_id = any(${ids}::uuid[])`).compile(),
)

const timesAtFiche = prepared((db, { town, slug, from }: From & Fiche) =>
  notOver(db, { from }).where('instant_times.company_id', '=', holderOf({ town, slug })).compile(),
)

const timesBeside = prepared((db, { instantId, from }: From & { instantId: number }) =>
  notOver(db, { from }).where('instant_times.company_id', '=', ownerOf({ instantId })).compile(),
)

const timesOfInstant = prepared((db, { instantId }: { instantId: number }) =>
  timesOnPages(db).where('instant_times.instant_id', '=', instantId).compile(),
)

/** Enabled, unfinished times of these zips: the rows of the calendar, with their addresses. */
export async function listTimesInZips(db: Db, zips: readonly string[]): Promise<SiteTimeRow[]> {
  return await timesInZips(db, { zips, from: null })
}

/** The instants of these companies that are not over, or were not at the moment `from`. */
export async function listTimesOfCompanies(db: Db, ids: readonly string[], from?: Date): Promise<SiteTimeRow[]> {
  return ids.length === 0 ? [] : await timesOfCompanies(db, { ids, from: from ?? null })
}

/** The instants of the business that has this address. */
export async function listTimesAt(db: Db, fiche: Fiche): Promise<SiteTimeRow[]> {
  return await timesAtFiche(db, { ...fiche, from: null })
}

/** The instants of the business of an instant, itself included. */
export async function listTimesBeside(db: Db, instantId: number): Promise<SiteTimeRow[]> {
  return await timesBeside(db, { instantId, from: null })
}

/** Every time of one published instant, over or not. */
export async function listTimesOfInstant(db: Db, instantId: number): Promise<SiteTimeRow[]> {
  return await timesOfInstant(db, { instantId })
}

function timesOnPages(db: Db) {
  return selectShownTimes(db)
    .innerJoin('company_addresses', (join) =>
      join.onRef('company_addresses.company_id', '=', 'companies.id').on('company_addresses.is_current', '=', true),
    )
    .where('instants.is_draft', '=', false)
    .where('companies.is_shown', '=', true)
    .select([
      'instants.long_description as longDescription',
      'instants.created_at as createdAt',
      'instants.modified_at as modifiedAt',
      'instants.sequence',
      'instants.state_at as stateAt',
      'companies.address as companyAddress',
      'company_addresses.town',
      'company_addresses.slug as fiche',
    ])
}

/** The tags of the towns where these businesses show: their own, and those of the codes of their instants. */
export async function listZipsOf(db: Db, companyIds: readonly string[]): Promise<string[]> {
  const ids = sql`any(${[...companyIds]}::uuid[])`
  const { rows } = await sql<{ tag: string }>`
    select 'zip:' || companies.zip_code as tag from companies where companies.id = ${ids}
    union select 'town:' || companies.town from companies where companies.id = ${ids} and companies.town is not null
    union select 'zip:' || instants.zip_code from instants where instants.company_id = ${ids}`.execute(db)
  return rows.map(({ tag }) => tag)
}
