import { type Kysely, sql } from 'kysely'

/**
 * `paid_until`: the end of the last period that was paid; null until the provider is read again. `price_id`: what it was
 * bought with. `ends_for_deletion`: not renewed because its owner asked for the account's deletion, and only for that.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table subscriptions
      add column paid_until timestamptz,
      add column price_id text,
      add column ends_for_deletion boolean not null default false`.execute(db)
  await sql`
    create index subscriptions_unpaid on subscriptions (looked_at)
    where status <> 'ended' and (paid_until < period_end or status = 'past_due')`.execute(db)
  // Invoices whose money went back: their period does not count as paid.
  await sql`
    create table payment_reversals (
      invoice_id text primary key,
      subscription_id text not null references subscriptions on delete cascade,
      kind text not null check (kind in ('refund', 'dispute')),
      seen_at timestamptz not null default app_now()
    )`.execute(db)
  await sql`create index payment_reversals_subscription_id on payment_reversals (subscription_id)`.execute(db)
}
