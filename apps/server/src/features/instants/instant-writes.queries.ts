import { type Insertable, sql, type Updateable } from 'kysely'
import type { Transaction } from '../../db/database.ts'
import type { InstantTables } from '../../db/tables/instants.ts'
import type { ActivationTimeRow, InstantRow } from './instants.queries.ts'

type NewInstant = Omit<Insertable<InstantTables['instants']>, 'notified_date' | 'notified_at'>
/** One activation time as stored, apart from what it takes from its instant. */
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

export async function saveTime(tx: Transaction, timeId: number, zipCode: string, time: StoredTime): Promise<void> {
  await tx
    .updateTable('activation_times')
    .set({ ...time, zip_code: zipCode })
    .where('activation_times.id', '=', timeId)
    .execute()
}

/** Removes the activation times of an instant but those kept. */
export async function removeOtherTimes(tx: Transaction, instantId: number, kept: readonly number[]): Promise<void> {
  await tx
    .deleteFrom('activation_times')
    .where('activation_times.instant_id', '=', instantId)
    .where(sql<boolean>`activation_times.id <> all(${[...kept]}::bigint[])`)
    .execute()
}
