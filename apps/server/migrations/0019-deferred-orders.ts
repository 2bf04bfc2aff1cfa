import { run, type Transaction } from '../src/db/database.ts'

/** A decision on an order that is held leaves as one: to its ticket, or by mail (W-080, L-010). */
export async function up(db: Transaction): Promise<void> {
  await run(db)`alter table deferred_messages add column order_id bigint`
}
