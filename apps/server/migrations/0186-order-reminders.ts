import { type Kysely, sql } from 'kysely'

/** The accepted orders that nobody was reminded of yet, by pick-up: the duty of Q-015 reads a handful. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index orders_to_remind on orders ((coalesce(final_pickup_at, pickup_at)))
    where status in ('validated', 'ready') and reminded_at is null and discussion_id is not null`.execute(db)
}
