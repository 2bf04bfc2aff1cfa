import type { Periodicity } from '@parvis/domain/subscription/plans'
import { type ColumnType, type Generated, type Kysely, sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import type { Database, Db } from '../db/database.ts'
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

/** Tables of development beside the product's; a production database has none of them. */
export type DevelopmentTables = {
  clock_offset: { only_row: Generated<boolean>; shift: string }
  outbox: {
    id: Generated<number>
    kind: 'sms' | 'push' | 'webhook' | 'email'
    recipient: string
    text: string
    payload: ColumnType<unknown, string | null, never>
    sent_at: Generated<Date>
  }
  dns_records: { name: string; records: Json<DnsRecords> }
  embedded_payment_sessions: { id: string; idempotency_key: string; session: Json<EmbeddedSession> }
  embedded_payment_subscriptions: {
    position: Generated<number>
    id: string
    company_id: string
    subscription: Json<EmbeddedSubscription>
  }
}

/** The records of one name in the embedded DNS; `silent`: its servers do not answer. */
export type DnsRecords = { name: string; txt: string[]; cname: string | null; addresses: string[]; silent: boolean }

type Json<T> = ColumnType<T, string, string>

export const withTables = (db: Db) => db.withTables<DevelopmentTables>()

/** Makes the tables above in a database that has the product's, as the role that owns those. */
export async function migrateDevelopment(db: Database): Promise<void> {
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => ({ '0001-tables': { up: createTables } }) },
    migrationTableName: 'kysely_migration_development',
    migrationLockTableName: 'kysely_migration_development_lock',
  })
  const { error } = await migrator.migrateToLatest()
  if (error) throw new Error(`development migration failed: ${String(error)}`, { cause: error })
}

async function createTables(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table clock_offset (
      only_row boolean primary key default true check (only_row),
      shift interval not null
    )`.execute(db)
  await sql`
    create or replace function app_now() returns timestamptz language sql volatile parallel unsafe as
    $$ select clock_timestamp() + coalesce((select shift from clock_offset), '0') $$`.execute(db)
  await sql`
    create table outbox (
      id bigint generated always as identity primary key,
      kind text not null check (kind in ('sms', 'push', 'webhook', 'email')),
      recipient text not null,
      text text not null,
      payload jsonb,
      sent_at timestamptz not null default app_now()
    )`.execute(db)
  await sql`create index outbox_kind_recipient on outbox (kind, recipient, id desc)`.execute(db)
  // The books of the look-alike checkout, shared by processes.
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
  // The embedded DNS of PUT /v1/dev/dns.
  await sql`create table dns_records (name text primary key, records jsonb not null)`.execute(db)
}
