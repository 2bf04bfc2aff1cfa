import { type Kysely, sql } from 'kysely'

/** Conversations keep their excerpt and counters, so that a list is one index read (decision 0013). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table discussions (
      id uuid primary key default gen_random_uuid(),
      company_id uuid not null references companies on delete cascade,
      resident_id bigint not null references users on delete cascade,
      blocked_by_resident boolean not null default false,
      blocked_by_team boolean not null default false,
      excerpt text not null default '',
      last_message_id bigint not null default 0,
      company_unread integer not null default 0 check (company_unread >= 0),
      resident_unread integer not null default 0 check (resident_unread >= 0),
      created_at timestamptz not null default app_now(),
      updated_at timestamptz not null default app_now(),
      unique (company_id, resident_id)
    )`.execute(db)
  await sql`create index discussions_company_order on discussions (company_id, updated_at desc, id desc)`.execute(db)
  await sql`create index discussions_resident_order on discussions (resident_id, updated_at desc, id desc)`.execute(db)

  // No index on the id alone: a planner would walk it through everyone's messages to find a conversation's next ones.
  await sql`
    create table messages (
      id bigint generated always as identity,
      discussion_id uuid not null references discussions on delete cascade,
      from_company boolean not null,
      text text not null default '' check (length(text) <= 20000),
      image text,
      sent_at timestamptz not null default app_now(),
      primary key (discussion_id, id),
      check (text <> '' or image is not null)
    )`.execute(db)

  // One row whatever the number of followers: they read it from here, from the day they follow (decision 0013).
  await sql`
    create table broadcasts (
      id bigint generated always as identity primary key,
      company_id uuid not null references companies on delete cascade,
      text text not null default '',
      image text,
      receivers_count integer not null,
      week date not null,
      rank_in_week integer not null,
      sent_at timestamptz not null default app_now(),
      check (text <> '' or image is not null),
      unique (company_id, week, rank_in_week)
    )`.execute(db)
  await sql`create index broadcasts_company_order on broadcasts (company_id, id desc)`.execute(db)

  // Pictures of rows that go away, by any path, are given to the sweep.
  await sql`
    create function drop_images() returns trigger language plpgsql as $$
    begin
      update stored_files set dropped_at = app_now()
      from gone where stored_files.name = gone.image and stored_files.dropped_at is null;
      return null;
    end $$`.execute(db)
  for (const table of ['messages', 'broadcasts']) {
    await sql`
      create trigger ${sql.ref(`${table}_images`)} after delete on ${sql.table(table)}
      referencing old table as gone for each statement execute function drop_images()`.execute(db)
  }
}
