import { type Kysely, sql } from 'kysely'

/**
 * Residents who receive their news by mail (L-): of one resident at most one confirmed address and one that is to be confirmed.
 * `address_hash` groups the devices of one mailbox and is what a signed ticket names.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table letters (
      user_id bigint not null references users on delete cascade,
      address text not null,
      address_hash bytea not null,
      rhythm text not null check (rhythm in ('daily', 'weekly')),
      asked_at timestamptz not null default app_now(),
      confirmed_at timestamptz,
      seen_at timestamptz,
      sent_until timestamptz,
      sent_on date,
      refused_at timestamptz,
      primary key (user_id, address_hash)
    )`.execute(db)
  await sql`create index letters_address on letters (address_hash)`.execute(db)
  await sql`create index letters_due on letters (sent_on) where confirmed_at is not null and refused_at is null`.execute(
    db,
  )
  await sql`create index letters_unconfirmed on letters (asked_at) where confirmed_at is null`.execute(db)
}
