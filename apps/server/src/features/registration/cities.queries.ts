import type { Db, Transaction } from '../../db/database.ts'

export type City = { name: string; zip: string }

export async function listStoredCities(db: Db): Promise<City[]> {
  return await db
    .selectFrom('cities')
    .select(['cities.name', 'cities.zip_code as zip'])
    .orderBy('cities.position')
    .execute()
}

/** Replaces the whole list, kept in the order given. */
export async function replaceCities(tx: Transaction, cities: readonly City[]): Promise<void> {
  await tx.deleteFrom('cities').execute()
  for (let start = 0; start < cities.length; start += rowsPerInsert) {
    const rows = cities.slice(start, start + rowsPerInsert)
    await tx
      .insertInto('cities')
      .values(rows.map(({ name, zip }, at) => ({ name, zip_code: zip, position: start + at })))
      .onConflict((conflict) => conflict.columns(['zip_code', 'name']).doNothing())
      .execute()
  }
}

const rowsPerInsert = 1_000
