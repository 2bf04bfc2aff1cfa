import type { DrawablePicture } from '@parvis/domain/company/picture-sizes'
import type { BusinessType } from '@parvis/domain/kernel/business-type'
import { codeOf } from '@parvis/domain/kernel/error-code'
import { effectiveMembership, limitsOf, type Membership, type PlanLimits } from '@parvis/domain/subscription/plans'
import type { Temporal } from 'temporal-polyfill'
import { toInstant } from '../../db/clock.ts'
import { cellOf, changed, columnOf, type Db, hasRow, rowOf, rowsOf, run, type Transaction } from '../../db/database.ts'
import { prepared } from '../../db/prepared.ts'
import { sql } from '../../db/sql.ts'
import { keepFile } from '../../pictures/picture-store.ts'
import type { OwnedName, StoredOpening } from './profile.queries.ts'
import type { StoredSuspension } from './suspension.ts'

/** The columns of a company that its own people change; one that is absent or undefined stays. */
export type CompanyChanges = {
  [Text in 'name' | 'category' | 'address' | 'city' | 'zip_code' | 'description' | 'email' | 'cac_description']?:
    | string
    | undefined
} & { [Optional in 'phone' | 'website' | 'subdomain']?: string | null | undefined } & {
  type?: BusinessType | undefined
  latitude?: number | null
  longitude?: number | null
  cac_active?: boolean | undefined
  profile_picture?: string
  cover_picture?: string
  drawn_pictures?: DrawablePicture[]
  identity_status?: 'pending'
  identity_decided_at?: null
}
type HoursToSave = Omit<StoredOpening, 'id'> & { id?: number | undefined }

const uniqueViolation = '23505'

/** Writes the columns given and the date of the first completion; false when another company has that subdomain. */
export async function saveCompany(tx: Transaction, companyId: string, changes: CompanyChanges): Promise<boolean> {
  try {
    await run(tx)`
      update companies set ${changed({ ...changes, updated_at: sql`app_now()` })}, completed_at = coalesce(
        companies.completed_at, case when ${changes.category ?? null}::text is not null then app_now() end)
      where companies.id = ${companyId}`
    return true
  } catch (error) {
    if (codeOf(error) === uniqueViolation) return false
    throw error
  }
}

/** The list replaces the stored one: ids of this company are kept, the others are new entries. */
export async function replaceHours(tx: Transaction, companyId: string, hours: readonly HoursToSave[]): Promise<void> {
  const former = await columnOf<number>(tx)`
    delete from opening_hours where opening_hours.company_id = ${companyId} returning opening_hours.id`
  const free = new Set(former)
  const entries = hours.map((entry, position) => ({
    ...entry,
    id: entry.id !== undefined && free.delete(entry.id) ? entry.id : null,
    position,
  }))
  await run(tx)`
    insert into opening_hours (id, company_id, day_type, start_time, end_time, enabled, position)
    overriding system value
    select coalesce(entry.id, nextval(pg_get_serial_sequence('opening_hours', 'id'))), ${companyId}::uuid,
      entry.type, entry."startTime", entry."endTime", entry.enabled, entry.position
    from json_to_recordset(${JSON.stringify(entries)}::json) as entry(
      id bigint, type text, "startTime" text, "endTime" text, enabled boolean, position integer
    )`
}

/** Moves the version of the hours where the days differ. */
export async function saveAppointmentDays(tx: Transaction, companyId: string, days: readonly number[]): Promise<void> {
  await run(tx)`
    update companies set appointment_days = ${[...new Set(days)].toSorted((a, b) => a - b)}
    where companies.id = ${companyId}`
}

/** Fills, replaces and empties click-and-collect slots; a null name empties its slot. */
export async function savePictureSlots(
  tx: Transaction,
  companyId: string,
  changes: ReadonlyMap<number, string | null>,
): Promise<void> {
  for (const [rank, name] of changes) {
    await run(tx)`delete from cac_pictures where company_id = ${companyId} and rank = ${rank}`
    if (name === null) continue
    await run(tx)`insert into cac_pictures (company_id, rank, name) values (${companyId}, ${rank}, ${name})`
    await keepFile(tx, name, `company:${companyId}`)
  }
}

export type CompanyPlan = {
  type: BusinessType
  /** The effective membership, whatever was bought. */
  membership: Membership
  /** The membership that was bought. */
  purchased: Membership
  limits: PlanLimits
}

/** A company whose row is locked, with whether the team suspended it, and the time by the database's clock. */
export type LockedCompany = CompanyPlan &
  StoredSuspension & { id: string; name: string; followersCount: number; now: Temporal.Instant }

/** The plan of a company and its limits; undefined when there is no such company. */
export async function findCompanyPlan(db: Db, companyId: string): Promise<CompanyPlan | undefined> {
  const row = await rowOf<{ type: BusinessType; purchased: Membership }>(db)`
    select companies.type, companies.membership as purchased from companies where companies.id = ${companyId}`
  return row && planOf(row)
}

/**
 * Locks the company's row until the transaction ends and returns its plan, so that counts against a limit are decided by one call
 * at a time. FOR NO KEY UPDATE: rows that refer to the company may still be inserted; due notifications do, and would
 * deadlock. Throws when there is no such company.
 */
export async function lockCompany(tx: Transaction, companyId: string): Promise<LockedCompany> {
  const [row] = await selectLocked(tx, { companyId })
  if (!row) throw new Error(`the company ${companyId} is gone`)
  return { ...row, ...planOf(row), now: toInstant(row.now) }
}

type LockedRow = StoredSuspension & { id: string; name: string } & {
  type: BusinessType
  purchased: Membership
  followersCount: number
  now: Date
}

const selectLocked = prepared(
  ({ companyId }: { companyId: string }) => sql<LockedRow>`
    select companies.id, companies.name, companies.type, companies.membership as purchased,
      companies.followers_count as "followersCount", companies.suspended_at as "suspendedAt",
      companies.suspension_reason as "suspensionReason", app_now() as now
    from companies where companies.id = ${companyId} for no key update`,
)

export async function findCompanyName(db: Db, companyId: string): Promise<string> {
  return (await cellOf<string>(db)`select companies.name from companies where companies.id = ${companyId}`) ?? ''
}

/** Residents see a business that is completed and not suspended. */
export async function isShownToResidents(db: Db, companyId: string): Promise<boolean> {
  return await hasRow(db)`select from companies where companies.id = ${companyId} and companies.is_shown`
}

/** The companies of a person: those that they own, then those that they work for, oldest first. */
export async function listOwnedCompanies(db: Db, userId: number): Promise<OwnedName[]> {
  return await rowsOf<OwnedName>(db)`
    select companies.id as "companyId", companies.name, companies.type, companies.category, companies.city,
      companies.profile_picture as picture, members.role, members.until_on as until
    from members join companies on companies.id = members.company_id
    where members.user_id = ${userId}
    order by (members.role = 'owner') desc, members.since, companies.id`
}

function planOf({ type, purchased }: { type: BusinessType; purchased: Membership }): CompanyPlan {
  return { type, purchased, membership: effectiveMembership(type, purchased), limits: limitsOf(type, purchased) }
}

/** The verified town halls of some towns (INSEE codes): their ids. */
export async function listVerifiedTownHalls(db: Db, towns: readonly string[]): Promise<string[]> {
  return await columnOf<string>(db)`
    select companies.id from companies
    where companies.town = any(${[...towns]}::text[]) and companies.type = 'mairie'
      and companies.identity_status = 'verified' and companies.completed_at is not null`
}
