import { type Kysely, sql } from 'kysely'

/** What professionals are told, where and by which way (team-and-access.md D): unlike `devices`, a push target ends with its session (U-D19). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table push_targets (
      id bigint generated always as identity primary key,
      session_id bigint not null references sessions on delete cascade,
      user_id bigint not null references users on delete cascade,
      endpoint text not null unique check (length(endpoint) <= 2000),
      subscription text not null,
      label text not null,
      created_at timestamptz not null default app_now(),
      last_seen_at timestamptz not null default app_now(),
      failing_since timestamptz
    )`.execute(db)
  await sql`create index push_targets_session on push_targets (session_id)`.execute(db)
  await sql`create index push_targets_user on push_targets (user_id)`.execute(db)

  // Null, or no row: the default of section 8.
  await sql`
    create table notice_choices (
      user_id bigint not null references users on delete cascade,
      company_id uuid not null references companies on delete cascade,
      kind text not null,
      push boolean,
      email boolean,
      sms boolean,
      always boolean,
      show_content boolean,
      primary key (user_id, company_id, kind)
    )`.execute(db)
  await sql`create index notice_choices_company on notice_choices (company_id)`.execute(db)
  await sql`
    create table notice_people (
      user_id bigint primary key references users on delete cascade,
      is_muted boolean not null default false,
      digest_on date
    )`.execute(db)

  // One row per event and person, whatever the ways it leaves by: the key is also the tag that a device shows once (U-097).
  await sql`
    create table notices (
      id bigint generated always as identity primary key,
      key text not null unique,
      company_id uuid not null references companies on delete cascade,
      user_id bigint not null references users on delete cascade,
      kind text not null,
      step text not null,
      -- The order's number or the conversation's id, without a foreign key: what is erased needs no word from here.
      object text not null default '',
      facts jsonb not null default '{}',
      created_at timestamptz not null default app_now(),
      due_at timestamptz not null,
      done_at timestamptz,
      outcome text,
      attempts smallint not null default 0,
      constraint notices_of_company unique (company_id, id)
    )`.execute(db)
  await sql`create index notices_due on notices (due_at) where done_at is null`.execute(db)
  await sql`create index notices_user on notices (user_id)`.execute(db)
  await sql`create index notices_object on notices (object) where done_at is null`.execute(db)
  await sql`
    create table notice_sends (
      company_id uuid not null references companies on delete cascade,
      notice_id bigint not null,
      way text not null check (way in ('push', 'email', 'sms')),
      -- The push target; 0 for a mail or a SMS.
      target_id bigint not null default 0,
      sent_at timestamptz not null default app_now(),
      primary key (notice_id, way, target_id),
      foreign key (company_id, notice_id) references notices (company_id, id) on delete cascade
    )`.execute(db)
  await sql`create index notice_sends_company on notice_sends (company_id)`.execute(db)
  await sql`
    create table sms_use (
      company_id uuid not null references companies on delete cascade,
      month date not null,
      used integer not null default 0,
      primary key (company_id, month)
    )`.execute(db)

  // Keyed hashes of the addresses whose reader said that they are not the person's: no mail goes there any more.
  await sql`
    create table refused_addresses (
      address_hash bytea primary key,
      refused_at timestamptz not null default app_now()
    )`.execute(db)
  await sql`
    create table digest_days (day date primary key, started_at timestamptz not null default app_now())`.execute(db)
}
