import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'

export async function listAppliedMigrations(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
  return rows.map(({ name }) => name)
}

/** Every company of a person, to know what their event stream concerns. */
export async function listOwnedCompanyIds(db: Db, userId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('company_owners')
    .where('company_owners.user_id', '=', userId)
    .select('company_owners.company_id')
    .execute()
  return rows.map((row) => row.company_id)
}

/** Development only: shifts app_now() so that it reads that instant and ticks on; null gives real time back. */
export async function shiftClock(db: Db, now: string | null): Promise<void> {
  if (now === null) {
    await sql`delete from clock_offset`.execute(db)
    return
  }
  await sql`
    insert into clock_offset (shift) values (${now}::timestamptz - clock_timestamp())
    on conflict (only_row) do update set shift = excluded.shift`.execute(db)
}
