import { type Kysely, sql } from 'kysely'

/** When the last page was taken: a killed worker may hold the job of the next one for fifteen seconds. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table push_campaigns add column moved_at timestamptz not null default app_now()`.execute(db)
}
