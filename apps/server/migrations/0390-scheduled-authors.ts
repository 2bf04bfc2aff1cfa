import { type Kysely, sql } from 'kysely'

/** Who wrote a scheduled message: its author for the team once it has left (U-021). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table scheduled_messages add column author_id bigint references users on delete set null`.execute(db)
  await sql`create index scheduled_messages_author on scheduled_messages (author_id) where author_id is not null`.execute(
    db,
  )
}
