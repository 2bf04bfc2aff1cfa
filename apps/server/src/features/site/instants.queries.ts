import type { InstantKind } from '@parvis/domain/instants/kind'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'

/** One activation time of an instant, with what the pages show of it. */
export type InstantTimeRow = {
  id: number
  instantId: number
  companyId: string
  title: string
  shortDescription: string
  longDescription: string
  categoryId: number
  kind: InstantKind | null
  picture: string
  address: string
  city: string
  zipCode: string
  latitude: number | null
  longitude: number | null
  createdAt: Date
  modifiedAt: Date
  companyName: string
  companyAddress: string
  companyZip: string
  town: string
  fiche: string
  day_type: string
  starts_at: Date | null
  ends_at: Date | null
  start_minutes: number | null
  end_minutes: number | null
  preview: boolean
  enabled: boolean
}

/** What is enabled in these zips and not over: the rows of the calendar, with where they lead. */
export async function listTimesInZips(db: Db, zips: readonly string[], from: Date): Promise<InstantTimeRow[]> {
  return await shownTimes(db)
    .where(sql<boolean>`activation_times.zip_code = any(${[...zips]}::text[])`)
    .where('activation_times.shown_until', '>', from)
    .execute()
}

export async function listTimesOfCompanies(
  db: Db,
  companyIds: readonly string[],
  from: Date,
): Promise<InstantTimeRow[]> {
  if (companyIds.length === 0) return []
  return await shownTimes(db)
    .where('activation_times.company_id', 'in', [...companyIds])
    .where('activation_times.shown_until', '>', from)
    .execute()
}

/** Every time of one published instant, over or not. */
export async function listTimesOfInstant(db: Db, instantId: number): Promise<InstantTimeRow[]> {
  return await shownTimes(db).where('activation_times.instant_id', '=', instantId).execute()
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

function shownTimes(db: Db) {
  return db
    .selectFrom('activation_times')
    .innerJoin('instants', 'instants.id', 'activation_times.instant_id')
    .innerJoin('companies', 'companies.id', 'activation_times.company_id')
    .innerJoin('company_addresses', (join) =>
      join.onRef('company_addresses.company_id', '=', 'companies.id').on('company_addresses.is_current', '=', true),
    )
    .where('activation_times.enabled', '=', true)
    .where('instants.is_draft', '=', false)
    .where('companies.completed_at', 'is not', null)
    .select([
      'activation_times.id',
      'activation_times.instant_id as instantId',
      'activation_times.company_id as companyId',
      'instants.title',
      'instants.short_description as shortDescription',
      'instants.long_description as longDescription',
      'instants.category_id as categoryId',
      'instants.kind',
      'instants.picture',
      'instants.address',
      'instants.city',
      'instants.zip_code as zipCode',
      'instants.latitude',
      'instants.longitude',
      'instants.created_at as createdAt',
      'instants.modified_at as modifiedAt',
      'companies.name as companyName',
      'companies.address as companyAddress',
      'companies.zip_code as companyZip',
      'company_addresses.town',
      'company_addresses.slug as fiche',
      'activation_times.day_type',
      'activation_times.starts_at',
      'activation_times.ends_at',
      'activation_times.start_minutes',
      'activation_times.end_minutes',
      'activation_times.preview',
      'activation_times.enabled',
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
