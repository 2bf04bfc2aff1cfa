import { run, type Transaction } from '../src/db/database.ts'

/**
 * What companies buy. What we asked of the provider is written before the browser leaves: whatever comes back is compared with
 * it (T17).
 */
export async function up(db: Transaction): Promise<void> {
  await run(db)`
    create table payment_sessions (
      id text primary key,
      company_id uuid not null references companies on delete cascade,
      user_id bigint references users on delete set null,
      plan text not null check (plan in ('basic', 'premium', 'digital')),
      periodicity text not null check (periodicity in ('monthly', 'annual')),
      amount_cents integer not null,
      currency text not null,
      state text not null default 'open' check (state in ('open', 'paid', 'expired', 'refused')),
      created_at timestamptz not null default app_now(),
      settled_at timestamptz,
      looked_at timestamptz,
      constraint payment_sessions_of_company unique (company_id, id)
    );
    create index payment_sessions_company_id on payment_sessions (company_id, created_at);
    create index payment_sessions_open on payment_sessions (looked_at, created_at) where state = 'open';

    create table subscriptions (
      id text primary key,
      company_id uuid not null references companies on delete cascade,
      session_id text not null unique,
      customer_id text not null,
      plan text not null check (plan in ('basic', 'premium', 'digital')),
      periodicity text not null check (periodicity in ('monthly', 'annual')),
      status text not null check (status in ('active', 'past_due', 'cancelling', 'ended')),
      started_at timestamptz not null,
      period_end timestamptz not null,
      lapses_at timestamptz,
      last_event_at timestamptz not null,
      last_event_id text not null,
      replaced_at timestamptz,
      looked_at timestamptz not null default app_now(),
      version integer not null default 1,
      -- The end of the last period that was paid; null until the provider is read again.
      paid_until timestamptz,
      price_id text,
      -- Not renewed because its owner asked for the account's deletion, and only for that.
      ends_for_deletion boolean not null default false,
      constraint subscriptions_of_parent foreign key (company_id, session_id) references payment_sessions (company_id, id) on delete cascade
    );
    create index subscriptions_company_id on subscriptions (company_id, started_at);
    create index subscriptions_lapses_at on subscriptions (lapses_at) where lapses_at is not null;
    create index subscriptions_alive on subscriptions (period_end) where status <> 'ended';
    create index subscriptions_unpaid on subscriptions (looked_at)
      where status <> 'ended' and (paid_until < period_end or status = 'past_due');

    -- A webhook event is applied once, however often it is delivered (T18).
    create table payment_events (
      id text primary key,
      type text not null,
      received_at timestamptz not null default app_now()
    );

    -- Invoices whose money went back: their period does not count as paid.
    create table payment_reversals (
      invoice_id text primary key,
      subscription_id text not null references subscriptions on delete cascade,
      kind text not null check (kind in ('refund', 'dispute')),
      seen_at timestamptz not null default app_now()
    );
    create index payment_reversals_subscription_id on payment_reversals (subscription_id);`
}
