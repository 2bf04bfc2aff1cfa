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

/** What is enabled in these zips and not over, of companies that residents see: one range of one index for each zip, whatever is past or elsewhere. */
export async function findInZips(db: Db, zips: readonly string[], from: Date): Promise<AgendaRow[]> {
  return await selectInZips(db, { zips, from })
}

const selectInZips = prepared((db, { zips, from }: { zips: readonly string[]; from: Date }) =>
  enabledTimes(db, from)
    .where('companies.is_shown', '=', true)
    .where(sql<boolean>`activation_times.zip_code = any(${zips}::text[])`)
    .compile(),
)

/** The same of one company, for its owner: shown or not. */
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
