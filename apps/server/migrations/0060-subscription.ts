import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // What we asked of the provider, kept before the browser leaves: whatever comes back is compared with it (T17).
  await sql`
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
      looked_at timestamptz
    )`.execute(db)
  await sql`create index payment_sessions_company_id on payment_sessions (company_id, created_at)`.execute(db)
  await sql`create index payment_sessions_open on payment_sessions (looked_at, created_at) where state = 'open'`.execute(
    db,
  )

  await sql`
    create table subscriptions (
      id text primary key,
      company_id uuid not null references companies on delete cascade,
      session_id text not null unique references payment_sessions on delete cascade,
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
      version integer not null default 1
    )`.execute(db)
  await sql`create index subscriptions_company_id on subscriptions (company_id, started_at)`.execute(db)
  await sql`create index subscriptions_lapses_at on subscriptions (lapses_at) where lapses_at is not null`.execute(db)
  await sql`create index subscriptions_alive on subscriptions (period_end) where status <> 'ended'`.execute(db)

  // A webhook event is applied once, however often it is delivered (T18).
  await sql`
    create table payment_events (
      id text primary key,
      type text not null,
      received_at timestamptz not null default app_now()
    )`.execute(db)

  // The books of the embedded look-alike, shared by processes; empty with a real provider.
  await sql`
    create table embedded_payment_sessions (
      id text primary key,
      idempotency_key text not null unique,
      session jsonb not null
    )`.execute(db)
  await sql`
    create table embedded_payment_subscriptions (
      position bigint generated always as identity,
      id text primary key,
      company_id text not null,
      subscription jsonb not null
    )`.execute(db)
  await sql`
    create index embedded_payment_subscriptions_company_id
    on embedded_payment_subscriptions (company_id, position desc)`.execute(db)
}
