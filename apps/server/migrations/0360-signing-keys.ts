import { type Kysely, sql } from 'kysely'

/**
 * Key pairs of the service: that of browsers' pushes (VAPID), and those that sign what the town hall publishes. A public half is
 * never deleted: what it signed is verified with it years later.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop table vapid_keys`.execute(db)
  await sql`
    create table signing_keys (
      id text primary key check (id ~ '^[0-9a-f]{16}$'),
      purpose text not null check (purpose in ('push', 'evidence')),
      public_key text not null,
      private_key_sealed bytea,
      created_at timestamptz not null default app_now()
    )`.execute(db)
  await sql`
    create unique index signing_keys_own on signing_keys (purpose) where private_key_sealed is not null`.execute(db)
}
