import { type Kysely, sql } from 'kysely'

/** Quick replies, the away message, what is sent later, notes, triage and reach (docs/spec/time-and-orders.md, section 6). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table messages add column automatic boolean not null default false`.execute(db)
  await sql`
    alter table discussions
      add column triage text not null default 'open' check (triage in ('open', 'waiting', 'closed')),
      add column triage_at timestamptz,
      add column away_sent_at timestamptz,
      add column company_wrote_at timestamptz,
      add column last_human text check (last_human in ('resident', 'company'))`.execute(db)
  await sql`
    alter table broadcasts
      add column told integer not null default 0,
      add column conversations integer not null default 0,
      add column lost integer not null default 0`.execute(db)
  await sql`
    update discussions set last_human = case when messages.from_company then 'company' else 'resident' end
    from messages where messages.discussion_id = discussions.id and messages.id = discussions.last_message_id`.execute(
    db,
  )
  await followTalk(db)

  await sql`
    create table quick_replies (
      id bigint generated always as identity primary key,
      company_id uuid not null references companies on delete cascade,
      shortcut text not null,
      text text not null,
      image text,
      rank integer not null,
      uses integer not null default 0,
      created_at timestamptz not null default app_now()
    )`.execute(db)
  await sql`create unique index quick_replies_shortcut on quick_replies (company_id, lower(shortcut))`.execute(db)
  // The ends are days or moments, as the owner gave them; version 1 is that of a company without a row.
  await sql`
    create table away_messages (
      company_id uuid primary key references companies on delete cascade,
      mode text not null check (mode in ('off', 'outside_hours', 'dates')),
      starts text,
      ends text,
      text text not null,
      version integer not null
    )`.execute(db)
  await sql`
    create table scheduled_messages (
      id bigint generated always as identity primary key,
      company_id uuid not null,
      discussion_id uuid not null,
      text text not null default '',
      image text,
      send_at timestamptz not null,
      only_if_no_reply boolean not null,
      after_message bigint not null,
      state text not null default 'waiting' check (state in ('waiting', 'sent', 'held')),
      reason text check (reason in ('blocked', 'plan', 'suspended', 'answered')),
      foreign key (company_id, discussion_id) references discussions (company_id, id) on delete cascade
    )`.execute(db)
  await sql`create index scheduled_messages_discussion on scheduled_messages (company_id, discussion_id)`.execute(db)
  await sql`create index scheduled_messages_due on scheduled_messages (send_at) where state = 'waiting'`.execute(db)
  await sql`
    create table scheduled_broadcasts (
      id bigint generated always as identity primary key,
      company_id uuid not null references companies on delete cascade,
      text text not null default '',
      image text,
      send_at timestamptz not null,
      state text not null default 'waiting' check (state in ('waiting', 'sent', 'held')),
      reason text check (reason in ('plan', 'suspended'))
    )`.execute(db)
  await sql`create index scheduled_broadcasts_company on scheduled_broadcasts (company_id)`.execute(db)
  await sql`create index scheduled_broadcasts_due on scheduled_broadcasts (send_at) where state = 'waiting'`.execute(db)
  await sql`
    create table discussion_notes (
      id bigint generated always as identity primary key,
      discussion_id uuid not null references discussions on delete cascade,
      text text not null,
      created_at timestamptz not null default app_now()
    )`.execute(db)
  await sql`create index discussion_notes_discussion on discussion_notes (discussion_id)`.execute(db)

  for (const table of ['quick_replies', 'scheduled_messages', 'scheduled_broadcasts'])
    await sql`
      create trigger ${sql.id(`${table}_images`)} after delete on ${sql.table(table)}
      referencing old table as gone for each statement execute function drop_images()`.execute(db)
}

/**
 * Whose word is the last, and what a resident's word opens again (Q-116). A trigger, as the former release writes messages
 * too: its counters tell who wrote. An automatic text moves neither them nor last_message_id.
 */
async function followTalk(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function follow_talk() returns trigger language plpgsql as $$
    begin
      if new.company_unread > old.company_unread then
        new.last_human := 'resident';
        if new.triage <> 'open' then
          new.triage := 'open';
          new.triage_at := new.updated_at;
        end if;
        if old.last_message_id = 0 then
          update broadcasts set conversations = broadcasts.conversations + 1
          where broadcasts.company_id = new.company_id and broadcasts.sent_at > new.updated_at - interval '24 hours';
        end if;
      else
        new.last_human := 'company';
        new.company_wrote_at := new.updated_at;
      end if;
      return new;
    end $$`.execute(db)
  await sql`
    create trigger discussions_talk before update of last_message_id on discussions
    for each row when (new.last_message_id > old.last_message_id) execute function follow_talk()`.execute(db)
}
