import { type Kysely, sql } from 'kysely'

/** Fair attention (residents.md section 6): what a push leads to, what waits for its time, how often one was rung today. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table push_campaigns
      add column class text not null default 'news' check (class in ('news', 'town', 'change')),
      add column address text,
      add column ttl integer,
      add column urgency text`.execute(db)

  // Rows only for what waits: one per notice and resident.
  await sql`
    create table held_notices (
      campaign_id bigint not null references push_campaigns on delete cascade,
      user_id bigint not null references users on delete cascade,
      due_at timestamptz not null,
      is_digest boolean not null,
      created_at timestamptz not null default app_now(),
      sent_at timestamptz,
      primary key (campaign_id, user_id)
    )`.execute(db)
  await sql`create index held_notices_due on held_notices (due_at) where sent_at is null`.execute(db)
  await sql`create index held_notices_user on held_notices (user_id)`.execute(db)

  await sql`
    create table attention_days (
      user_id bigint not null references users on delete cascade,
      day date not null,
      rung integer not null default 0,
      primary key (user_id, day)
    )`.execute(db)
}
