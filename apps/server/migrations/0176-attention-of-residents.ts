import { type Kysely, sql } from 'kysely'

/** What the rules of attention need beside 0172: when a change begins, and messages that wait for the morning (W-092, W-094). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table push_campaigns add column begins_at timestamptz, add column topic text`.execute(db)
  await sql`alter table held_notices add column attempts smallint not null default 0`.execute(db)

  // One per conversation, whatever was written meanwhile: the last message leaves as itself.
  await sql`
    create table held_messages (
      user_id bigint not null references users on delete cascade,
      discussion_id uuid not null references discussions on delete cascade,
      message_id bigint not null,
      due_at timestamptz not null,
      primary key (user_id, discussion_id)
    )`.execute(db)
  await sql`create index held_messages_due on held_messages (due_at)`.execute(db)
  await sql`create index held_messages_discussion on held_messages (discussion_id)`.execute(db)
}
