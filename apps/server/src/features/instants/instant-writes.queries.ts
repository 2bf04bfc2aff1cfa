import { refusal } from '@parvis/domain/refusals'
import { type Insertable, sql, type Updateable } from 'kysely'
import type { Transaction } from '../../db/database.ts'
import { together } from '../../db/postgres/database.ts'
import type { InstantTables } from '../../db/tables/instants.ts'
import { type LockedCompany, lockCompany } from '../company/index.ts'
import { findOwnedInstant, type InstantRow, instantVersion, lockInstant } from './instants.queries.ts'
import type { WithSchedule } from './stored-schedule.ts'

export async function insertInstant(
  tx: Transaction,
  instant: Insertable<InstantTables['instants']>,
): Promise<InstantRow> {
  return await tx
    .insertInto('instants')
    .values(instant)
    .returningAll()
    .returning(instantVersion)
    .executeTakeFirstOrThrow()
}

/** Writes an instant and its last change; answers its row. */
export async function saveInstant(
  tx: Transaction,
  instantId: number,
  changes: Updateable<InstantTables['instants']>,
): Promise<InstantRow> {
  return await tx
    .updateTable('instants')
    .set({ ...changes, modified_at: sql`app_now()` })
    .where('instants.id', '=', instantId)
    .returningAll()
    .returning(instantVersion)
    .executeTakeFirstOrThrow()
}

export async function removeInstant(tx: Transaction, instantId: number): Promise<void> {
  await tx.deleteFrom('instants').where('instants.id', '=', instantId).execute()
}

/**
 * Publishes the instant; its last change becomes the planned time of publication, as if a person had published it then.
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

/** Locks the company of an instant, then the instant, until the transaction ends; answers both. */
export async function lockOwnedInstant(
  tx: Transaction,
  userId: number,
  instantId: number,
): Promise<{ instant: InstantRow & WithSchedule; plan: LockedCompany }> {
  return await lockFoundInstant(tx, await findOwnedInstant(tx, userId, instantId))
}

/** The same for an instant that the caller was found to own. */
export async function lockFoundInstant(tx: Transaction, found: Pick<InstantRow, 'id' | 'company_id'>) {
  const [plan, instant] = await together(tx, (db) => [lockCompany(db, found.company_id), lockInstant(db, found.id)])
  if (!instant) throw refusal('instants.not_found')
  return { instant, plan }
}
