import { type Kysely, sql } from 'kysely'

/** A resident without account (residents.md RES-10, RES-11): a person without a phone, known by the secret of a device. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table users alter column phone drop not null`.execute(db)

  await sql`
    create table resident_devices (
      id bigint generated always as identity primary key,
      user_id bigint not null references users on delete cascade,
      secret_hash bytea not null unique,
      name text not null,
      created_at timestamptz not null default app_now(),
      last_seen_at timestamptz not null default app_now(),
      renewed_at timestamptz not null default app_now()
    )`.execute(db)
  await sql`create index resident_devices_user on resident_devices (user_id)`.execute(db)
  await sql`create index resident_devices_seen on resident_devices (last_seen_at)`.execute(db)

  // Minutes of the day in Paris.
  await sql`
    create table resident_settings (
      user_id bigint primary key references users on delete cascade,
      quiet_from smallint not null default 1260 check (quiet_from between 0 and 1439),
      quiet_to smallint not null default 480 check (quiet_to between 0 and 1439),
      daily_cap smallint default 3 check (daily_cap between 1 and 10),
      digest_at smallint not null default 1080 check (digest_at between 0 and 1439),
      paused_until timestamptz,
      hide_excerpts boolean not null default false,
      town text
    )`.execute(db)

  await sql`
    create table resident_transfers (
      code_hash bytea primary key,
      user_id bigint not null references users on delete cascade,
      expires_at timestamptz not null,
      used_at timestamptz
    )`.execute(db)
  await sql`create index resident_transfers_user on resident_transfers (user_id)`.execute(db)

  // The Idempotency-Key of a first act is its only scope until there is a resident (W-060).
  await sql`
    create table resident_first_keys (
      key_hash bytea primary key,
      user_id bigint not null references users on delete cascade,
      created_at timestamptz not null default app_now()
    )`.execute(db)
  await sql`create index resident_first_keys_user on resident_first_keys (user_id)`.execute(db)

  await sql`
    create table vapid_keys (
      only_row boolean primary key default true check (only_row),
      public_key text not null,
      private_key_sealed bytea not null,
      created_at timestamptz not null default app_now()
    )`.execute(db)

  await sql`
    alter table follows
      add column mode text not null default 'now' check (mode in ('now', 'digest', 'none')),
      add column source text,
      add column rang_at timestamptz,
      add column seen_until timestamptz not null default app_now()`.execute(db)
}
