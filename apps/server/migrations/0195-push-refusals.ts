import { type Kysely, sql } from 'kysely'

/** Pushes that a push service refused by our fault (400, 403, 413), by Paris day (W-076). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table push_refusals (day date primary key, refused integer not null)`.execute(db)
}
