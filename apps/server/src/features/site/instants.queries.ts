import type { InstantKind } from '@parvis/domain/instants/kind'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { ContextRow, TimeRow } from '../instants/index.ts'

/** One date, line or link of an instant, with what the pages show of it. */
export type SiteTimeRow = ContextRow &
  TimeRow & {
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
    sequence: number
    stateAt: Date | null
    companyName: string
    companyAddress: string
    town: string
    fiche: string
  }

/** What is enabled in these zips and not over: the rows of the calendar, with where they lead. */
export async function listTimesInZips(db: Db, zips: readonly string[], from: Date): Promise<SiteTimeRow[]> {
  return await shownTimes(db)
    .where(sql<boolean>`schedule_times.zip_code = any(${[...zips]}::text[])`)
    .where('schedule_times.shown_until', '>', from)
    .execute()
}

export async function listTimesOfCompanies(db: Db, companyIds: readonly string[], from: Date): Promise<SiteTimeRow[]> {
  if (companyIds.length === 0) return []
  return await shownTimes(db)
    .where('schedule_times.company_id', 'in', [...companyIds])
    .where('schedule_times.shown_until', '>', from)
    .execute()
}

/** Every time of one published instant, over or not. */
export async function listTimesOfInstant(db: Db, instantId: number): Promise<SiteTimeRow[]> {
  return await shownTimes(db).where('schedule_times.instant_id', '=', instantId).execute()
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
    .selectFrom('schedule_times')
    .innerJoin('instants', (join) =>
      join
        .onRef('instants.id', '=', 'schedule_times.instant_id')
        .on('schedule_times.is_rich', '=', sql<boolean>`(instants.schedule_kind is not null)`),
    )
    .innerJoin('companies', 'companies.id', 'schedule_times.company_id')
    .innerJoin('company_addresses', (join) =>
      join.onRef('company_addresses.company_id', '=', 'companies.id').on('company_addresses.is_current', '=', true),
    )
    .where('schedule_times.enabled', '=', true)
    .where('instants.is_draft', '=', false)
    .where('companies.completed_at', 'is not', null)
    .select([
      'schedule_times.id',
      'schedule_times.instant_id as instantId',
      'schedule_times.company_id as companyId',
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
      'schedule_times.day_type',
      'schedule_times.starts_at',
      'schedule_times.ends_at',
      'schedule_times.start_minutes',
      'schedule_times.end_minutes',
      'schedule_times.preview',
      'schedule_times.enabled',
      'schedule_times.days',
      'schedule_times.valid_from',
      'schedule_times.valid_until',
      'schedule_times.except_days',
      'schedule_times.state',
      'schedule_times.state_message',
      'schedule_times.former_start',
      'schedule_times.is_rich',
      'instants.sequence',
      'instants.state_at as stateAt',
      'instants.event_state as eventState',
      'instants.state_message as eventMessage',
      'instants.pauses_when_closed as pausesWhenClosed',
      'companies.hours_version as hoursVersion',
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
