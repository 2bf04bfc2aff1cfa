import { type Kysely, sql } from 'kysely'

/** A second proof beside the SMS: passkeys, codes by e-mail, when a number last proved itself (team.md C). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table users add column phone_proved_at timestamptz not null default app_now(),
      add column email_before text, add column email_changed_at timestamptz`.execute(db)
  await sql`
    update users set phone_proved_at = coalesce(
      (select max(sessions.created_at) from sessions where sessions.user_id = users.id), users.last_used_at)`.execute(
    db,
  )
  // proved_at: the last second proof of any kind; passkey_at: the last use of a passkey.
  await sql`alter table sessions add column proved_at timestamptz, add column passkey_at timestamptz`.execute(db)
  await sql`
    create table passkeys (
      id bigint generated always as identity primary key,
      user_id bigint not null references users on delete cascade,
      credential_id bytea not null unique,
      public_key bytea not null,
      counter bigint not null,
      label text not null,
      created_at timestamptz not null default app_now(),
      last_used_at timestamptz
    )`.execute(db)
  await sql`create index passkeys_user_id on passkeys (user_id)`.execute(db)
  // A passkey is used before its person is known: user_id is of the challenges to create one.
  await sql`
    create table passkey_challenges (
      hash bytea primary key,
      kind text not null check (kind in ('create', 'use')),
      user_id bigint references users on delete cascade,
      expires_at timestamptz not null
    )`.execute(db)
  await sql`create index passkey_challenges_user_id on passkey_challenges (user_id) where user_id is not null`.execute(
    db,
  )
  await sql`create index passkey_challenges_expires_at on passkey_challenges (expires_at)`.execute(db)
  await sql`
    create table mail_codes (
      user_id bigint primary key references users on delete cascade,
      code_hash bytea not null,
      wrong_tries integer not null default 0,
      expires_at timestamptz not null
    )`.execute(db)
}
