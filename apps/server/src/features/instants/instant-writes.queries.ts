import { refusal } from '@parvis/domain/refusals'
import { type Insertable, sql, type Updateable } from 'kysely'
import type { Transaction } from '../../db/database.ts'
import type { InstantTables } from '../../db/tables/instants.ts'
import { type LockedCompany, lockCompany } from '../company/index.ts'
import { type ActivationTimeRow, findOwnedInstant, type InstantRow, lockInstant } from './instants.queries.ts'

type NewInstant = Omit<Insertable<InstantTables['instants']>, 'notified_date' | 'notified_at'>
/** Columns of one activation time that do not come from its instant. */
export type StoredTime = Omit<
  Insertable<InstantTables['activation_times']>,
  'id' | 'instant_id' | 'company_id' | 'zip_code'
>

export async function insertInstant(tx: Transaction, instant: NewInstant): Promise<number> {
  const { id } = await tx
    .insertInto('instants')
    .values({ ...instant, notified_date: null, notified_at: null })
    .returning('instants.id')
    .executeTakeFirstOrThrow()
  return id
}

/** Writes an instant and its last change. */
export async function saveInstant(
  tx: Transaction,
  instantId: number,
  changes: Updateable<InstantTables['instants']>,
): Promise<void> {
  await tx
    .updateTable('instants')
    .set({ ...changes, modified_at: sql`app_now()` })
    .where('instants.id', '=', instantId)
    .execute()
}

export async function removeInstant(tx: Transaction, instantId: number): Promise<void> {
  await tx.deleteFrom('instants').where('instants.id', '=', instantId).execute()
}

type Holder = Pick<InstantRow, 'id' | 'company_id' | 'zip_code'>

export async function insertTime(tx: Transaction, instant: Holder, time: StoredTime): Promise<ActivationTimeRow> {
  const { id, company_id, zip_code } = instant
  return await tx
    .insertInto('activation_times')
    .values({ ...time, instant_id: id, company_id, zip_code })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Several at once, in one statement, however long the schedule: their instant is locked meanwhile. */
export async function insertTimes(tx: Transaction, instant: Holder, times: readonly StoredTime[]): Promise<void> {
  if (times.length === 0) return
  const { id, company_id, zip_code } = instant
  await tx
    .insertInto('activation_times')
    .values(times.map((time) => ({ ...time, instant_id: id, company_id, zip_code })))
    .execute()
}

/** The stored times of these ids, in one statement as well. */
export async function saveTimes(
  tx: Transaction,
  instant: Holder,
  times: readonly (StoredTime & { id: number })[],
): Promise<void> {
  if (times.length === 0) return
  await sql`
    update activation_times set zip_code = ${instant.zip_code}, day_type = given.day_type, starts_at = given.starts_at,
      ends_at = given.ends_at, on_day = given.on_day, start_minutes = given.start_minutes, end_minutes = given.end_minutes,
      preview = given.preview, enabled = given.enabled
    from jsonb_to_recordset(${JSON.stringify(times)}::jsonb) as given (id bigint, day_type text, starts_at timestamptz,
      ends_at timestamptz, on_day date, start_minutes integer, end_minutes integer, preview boolean, enabled boolean)
    where activation_times.id = given.id and activation_times.instant_id = ${instant.id}`.execute(tx)
}

/** Removes the activation times of an instant but those kept. */
export async function removeOtherTimes(tx: Transaction, instantId: number, kept: readonly number[]): Promise<void> {
  await tx
    .deleteFrom('activation_times')
    .where('activation_times.instant_id', '=', instantId)
    .where(sql<boolean>`activation_times.id <> all(${[...kept]}::bigint[])`)
    .execute()
}

/**
 * Publishes the instant; its last change becomes the planned time of publication, as if a person had published it then (H-121).
 */
export async function publishInstant(
  tx: Transaction,
  instantId: number,
  { isEnabled, notifies }: { isEnabled: boolean; notifies: boolean },
): Promise<void> {
  await tx
    .updateTable('instants')
    .set({
      publication: 'published',
      modified_at: sql`instants.publish_at`,
      publish_at: null,
      notify_on_publish: false,
      is_enabled: isEnabled,
      ...(notifies && { notification_at: sql`instants.publish_at` }),
    })
    .where('instants.id', '=', instantId)
    .execute()
}

/** Turns the instant into a draft, without a notice to followers. */
export async function keepUnpublished(tx: Transaction, instantId: number): Promise<void> {
  await tx
    .updateTable('instants')
    .set({ publication: 'draft', publish_at: null, notify_on_publish: false })
    .where('instants.id', '=', instantId)
    .execute()
}

/** Where a company stands, for an instant without a place of its own. */
export async function findCompanyPlace(tx: Transaction, companyId: string) {
  return await tx
    .selectFrom('companies')
    .where('companies.id', '=', companyId)
    .select(['companies.address', 'companies.city', 'companies.zip_code', 'companies.latitude', 'companies.longitude'])
    .executeTakeFirstOrThrow()
}

export async function findCompanyName(tx: Transaction, companyId: string): Promise<string> {
  const { name } = await tx
    .selectFrom('companies')
    .where('companies.id', '=', companyId)
    .select('companies.name')
    .executeTakeFirstOrThrow()
  return name
}

/**
 * Locks the company of an instant, then the instant, until the transaction ends; answers both. 404 alike for an unknown
 * instant and another's, so that ids cannot be counted.
 */
export async function lockOwnedInstant(
  tx: Transaction,
  userId: number,
  instantId: number,
): Promise<{ instant: InstantRow; plan: LockedCompany }> {
  const found = await findOwnedInstant(tx, userId, instantId)
  if (!found) throw refusal('instants.not_found')
  const plan = await lockCompany(tx, found.company_id)
  const instant = await lockInstant(tx, instantId)
  if (!instant) throw refusal('instants.not_found')
  return { instant, plan }
}
