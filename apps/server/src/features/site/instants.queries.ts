import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { type ShownTimeRow, selectShownTimes } from '../instants/index.ts'

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

/** What is enabled in these zips and not over: the rows of the calendar, with where they lead. */
export async function listTimesInZips(db: Db, zips: readonly string[], from: Date): Promise<SiteTimeRow[]> {
  return await timesOnPages(db)
    .where(sql<boolean>`schedule_times.zip_code = any(${[...zips]}::text[])`)
    .where('schedule_times.shown_until', '>', from)
    .execute()
}

export async function listTimesOfCompanies(db: Db, companyIds: readonly string[], from: Date): Promise<SiteTimeRow[]> {
  if (companyIds.length === 0) return []
  return await timesOnPages(db)
    .where('schedule_times.company_id', 'in', [...companyIds])
    .where('schedule_times.shown_until', '>', from)
    .execute()
}

/** Every time of one published instant, over or not. */
export async function listTimesOfInstant(db: Db, instantId: number): Promise<SiteTimeRow[]> {
  return await timesOnPages(db).where('schedule_times.instant_id', '=', instantId).execute()
}

/** Whose instant this is, published or not: its page, gone or paused, leads to the business (W-016). */
export async function findInstantOwner(db: Db, instantId: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('instants')
    .where('instants.id', '=', instantId)
    .select('instants.company_id')
    .executeTakeFirst()
  return row?.company_id
}

function timesOnPages(db: Db) {
  return selectShownTimes(db)
    .innerJoin('company_addresses', (join) =>
      join.onRef('company_addresses.company_id', '=', 'companies.id').on('company_addresses.is_current', '=', true),
    )
    .where('instants.is_draft', '=', false)
    .where('companies.completed_at', 'is not', null)
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

/** The tags of the towns where a business shows: its own, and those of the codes of its instants. */
export async function listZipsOf(db: Db, companyId: string): Promise<string[]> {
  const { rows } = await sql<{ tag: string }>`
    select 'zip:' || companies.zip_code as tag from companies where companies.id = ${companyId}
    union select 'town:' || companies.town from companies where companies.id = ${companyId} and companies.town is not null
    union select 'zip:' || activation_times.zip_code from activation_times where activation_times.company_id = ${companyId}`.execute(
    db,
  )
  return rows.map(({ tag }) => tag)
}
