import { type Kysely, sql } from 'kysely'

/**
 * The system of the browser that fetched a manifest with a transfer: another one does not claim it (W-067). Null for the code that
 * somebody types.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table resident_transfers add column made_for text`.execute(db)
}
