import { type Kysely, sql } from 'kysely'

/** A device that its owner removed from the list stays off when its own browser says itself again (U-086). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table push_targets add column removed_at timestamptz`.execute(db)
}
