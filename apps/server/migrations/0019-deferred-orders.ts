import { type Kysely, sql } from 'kysely'

/** A decision on an order that is held leaves as one: to its ticket, or by mail (W-080, L-010). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table deferred_messages add column order_id bigint`.execute(db)
}
