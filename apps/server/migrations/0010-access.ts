import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table users (
      id bigint generated always as identity primary key,
      phone text not null unique,
      first_name text,
      last_name text,
      gender text not null default '',
      date_of_birth date,
      email text,
      zip_code text,
      city text,
      is_super_admin boolean not null default false,
      delete_after timestamptz,
      created_at timestamptz not null default app_now()
    )`.execute(db)
  await sql`create index users_zip_code on users (zip_code, created_at)`.execute(db)

  await sql`
    create table sessions (
      id bigint generated always as identity primary key,
      user_id bigint not null references users on delete cascade,
      token_hash bytea not null unique,
      device text not null,
      created_at timestamptz not null default app_now(),
      last_seen_at timestamptz not null default app_now()
    )`.execute(db)
  await sql`create index sessions_user_id on sessions (user_id)`.execute(db)

  // One row per phone, known or not: what was sent, what was guessed (AMB-141).
  await sql`
    create table sign_in_phones (
      phone text primary key,
      blocked boolean not null default false,
      wrong_since_success integer not null default 0
    )`.execute(db)
  await sql`
    create table sign_in_codes (
      phone text primary key,
      code_hash bytea not null,
      wrong_tries integer not null default 0,
      sent_at timestamptz not null,
      expires_at timestamptz not null
    )`.execute(db)
  // Counters of sent codes and wrong guesses per phone, known browser, address and for the whole service.
  await sql`
    create table sign_in_events (
      id bigint generated always as identity primary key,
      kind text not null check (kind in ('sent', 'wrong')),
      scope text not null,
      at timestamptz not null
    )`.execute(db)
  await sql`create index sign_in_events_scope on sign_in_events (kind, scope, at desc)`.execute(db)
  await sql`
    create table known_browsers (
      token_hash bytea primary key,
      user_id bigint not null references users on delete cascade,
      created_at timestamptz not null default app_now()
    )`.execute(db)
}
