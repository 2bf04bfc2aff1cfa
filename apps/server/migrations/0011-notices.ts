import { run, type Transaction } from '../src/db/database.ts'

/** What professionals are told, where and by which way (team-and-access.md D). */
export async function up(db: Transaction): Promise<void> {
  await run(db)`
    -- Unlike \`devices\`, a push target ends with its session (U-D19).
    create table push_targets (
      id bigint generated always as identity primary key,
      session_id bigint not null references sessions on delete cascade,
      user_id bigint not null references users on delete cascade,
      endpoint text not null unique check (length(endpoint) <= 2000),
      subscription text not null,
      label text not null,
      created_at timestamptz not null default app_now(),
      last_seen_at timestamptz not null default app_now(),
      failing_since timestamptz,
      removed_at timestamptz
    );
    create index push_targets_session on push_targets (session_id);
    create index push_targets_user on push_targets (user_id);

    -- No row: the default of section 8.
    create table notice_choices (
      user_id bigint references users on delete cascade,
      company_id uuid references companies on delete cascade,
      kind text,
      push boolean,
      email boolean,
      sms boolean,
      always boolean,
      show_content boolean,
      primary key (user_id, company_id, kind)
    );
    create index notice_choices_company on notice_choices (company_id);

    create table notice_people (
      user_id bigint primary key references users on delete cascade,
      is_muted boolean not null default false,
      digest_on date
    );

    -- One row per event and person, whatever the ways it leaves by: the key is also the tag that a device shows once (U-097).
    create table notices (
      id bigint generated always as identity primary key,
      key text not null unique,
      company_id uuid not null,
      user_id bigint not null,
      kind text not null,
      step text not null,
      object text not null default '',
      facts jsonb not null default '{}',
      created_at timestamptz not null default app_now(),
      due_at timestamptz not null,
      done_at timestamptz,
      outcome text,
      attempts smallint not null default 0,
      constraint notices_of_company unique (company_id, id),
      constraint notices_owner_fkey foreign key (company_id, user_id) references company_members (company_id, user_id) on delete cascade
    );
    create index notices_due on notices (due_at) where done_at is null;
    create index notices_user on notices (user_id);

    create table notice_sends (
      company_id uuid not null references companies on delete cascade,
      notice_id bigint,
      way text check (way in ('push', 'email', 'sms')),
      -- The push target; 0 for a mail or a SMS.
      target_id bigint default 0,
      sent_at timestamptz not null default app_now(),
      primary key (notice_id, way, target_id),
      foreign key (company_id, notice_id) references notices (company_id, id) on delete cascade
    );
    create index notice_sends_company on notice_sends (company_id);

    -- Keyed hashes of the addresses whose reader said that they are not the person's: no mail goes there any more.
    create table refused_addresses (
      address_hash bytea primary key,
      refused_at timestamptz not null default app_now()
    );

    create table sms_use (
      company_id uuid references companies on delete cascade,
      month date,
      used integer not null default 0,
      primary key (company_id, month)
    );

    create table digest_days (
      day date primary key,
      started_at timestamptz not null default app_now()
    );`
}
