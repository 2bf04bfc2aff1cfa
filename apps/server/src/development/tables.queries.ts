import type { Periodicity } from '@parvis/domain/subscription/plans'
import { transaction } from '@parvis/postgres'
import { cellOf, type Db, run, type Transaction } from '../db/database.ts'
import type { CheckoutRequest, PaymentSession } from '../gateways/payment/payment.ts'

/** A row of the look-alike's own books; unrelated to the memberships of the product. */
export type EmbeddedSession = Omit<CheckoutRequest, 'userId' | 'customerId'> &
  Pick<PaymentSession, 'id' | 'state' | 'status' | 'metadata'> & { customerId: string; subscriptionId: string | null }

export type EmbeddedSubscription = {
  id: string
  companyId: string
  customerId: string
  periodicity: Periodicity
  amountCents: number
  status: 'active' | 'past_due' | 'canceled'
  /** Unix seconds. */
  currentPeriodEnd: number
  cancelAtPeriodEnd?: boolean
  metadata: Record<string, string>
}

/** The records of one name in the embedded DNS; `silent`: its servers do not answer. */
export type DnsRecords = { name: string; txt: string[]; cname: string | null; addresses: string[]; silent: boolean }

/** Makes the tables of development beside the product's, as the role that owns those; a production database has none of them. */
export async function migrateDevelopment(db: Db): Promise<void> {
  await transaction(db, async (tx) => {
    // Several processes may start at once.
    await run(tx)`select pg_advisory_xact_lock(hashtext('parvis development'))`
    if (await cellOf<boolean>(tx)`select to_regclass('dns_records') is null`) await createTables(tx)
  })
}

async function createTables(tx: Transaction): Promise<void> {
  await run(tx)`
    create table clock_offset (
      only_row boolean primary key default true check (only_row),
      shift interval not null
    );
    create or replace function app_now() returns timestamptz language sql volatile parallel unsafe as
    $$ select clock_timestamp() + coalesce((select shift from clock_offset), '0') $$;

    create table outbox (
      id bigint generated always as identity primary key,
      kind text not null check (kind in ('sms', 'push', 'webhook', 'email')),
      recipient text not null,
      text text not null,
      payload jsonb,
      sent_at timestamptz not null default app_now()
    );
    create index outbox_kind_recipient on outbox (kind, recipient, id desc);

    -- The books of the look-alike checkout, shared by processes.
    create table embedded_payment_sessions (
      id text primary key,
      idempotency_key text not null unique,
      session jsonb not null
    );
    create table embedded_payment_subscriptions (
      position bigint generated always as identity,
      id text primary key,
      company_id text not null,
      subscription jsonb not null
    );
    create index embedded_payment_subscriptions_company_id
    on embedded_payment_subscriptions (company_id, position desc);

    -- The embedded DNS of PUT /v1/dev/dns.
    create table dns_records (name text primary key, records jsonb not null)`
}
