import type { Duration } from '@parvis/domain/kernel/durations'
import { retention } from '@parvis/domain/kernel/retention'
import type { PaidPlanId, Periodicity } from '@parvis/domain/subscription/plans'
import { columnOf, type Db, hasRow, numberOf, rowOf, rowsOf, run, type Transaction } from '../../db/database.ts'
import { type Sql, sql } from '../../db/sql.ts'

export type PaymentSessionRow = {
  /** The provider's. */
  id: string
  companyId: string
  userId: number | null
  plan: PaidPlanId
  periodicity: Periodicity
  amountCents: number
  currency: string
  /** `refused`: paid, but not what we had asked. */
  state: 'open' | 'paid' | 'expired' | 'refused'
  createdAt: Date
}

const sessionsWhere = (where: Sql) => sql`
  select sessions.id, sessions.company_id as "companyId", sessions.user_id as "userId", sessions.plan, sessions.periodicity,
    sessions.amount_cents as "amountCents", sessions.currency, sessions.state, sessions.created_at as "createdAt"
  from payment_sessions sessions where ${where}`

const sessionOf = (id: string) => sessionsWhere(sql`sessions.id = ${id}`)

/** Keeps what was asked of the provider; the same session, answered to a double click, is kept once. */
export async function saveSession(
  tx: Transaction,
  asked: Omit<PaymentSessionRow, 'state' | 'createdAt'>,
): Promise<void> {
  const { id, companyId, userId, plan, periodicity, amountCents, currency } = asked
  await run(tx)`
    insert into payment_sessions (id, company_id, user_id, plan, periodicity, amount_cents, currency)
    values (${id}, ${companyId}, ${userId}, ${plan}, ${periodicity}, ${amountCents}, ${currency})
    on conflict (id) do nothing`
}

export async function findSession(db: Db, id: string): Promise<PaymentSessionRow | undefined> {
  return await rowOf<PaymentSessionRow>(db)`${sessionOf(id)}`
}

export async function listUnsettledSessions(db: Db, companyId: string): Promise<PaymentSessionRow[]> {
  return await rowsOf<PaymentSessionRow>(db)`
    ${sessionsWhere(sql`sessions.company_id = ${companyId} and sessions.state = 'open'`)}`
}

/** Locks the session until the transaction ends: of 30 copies of one payment, one finds it open. */
export async function lockSession(tx: Transaction, id: string): Promise<PaymentSessionRow> {
  const session = await rowOf<PaymentSessionRow>(tx)`${sessionOf(id)} for update`
  if (!session) throw new Error('the session of a payment is kept')
  return session
}

export async function settleSession(tx: Transaction, id: string, state: 'paid' | 'expired' | 'refused'): Promise<void> {
  await run(tx)`
    update payment_sessions set state = ${state}, settled_at = app_now() where payment_sessions.id = ${id}`
}

/** How many payments of the company came to an end: a later click is then another payment, not a double click. */
export async function countSettledSessions(db: Db, companyId: string): Promise<number> {
  return await numberOf(db)`
    select count(*)::int from payment_sessions
    where payment_sessions.company_id = ${companyId} and payment_sessions.state <> 'open'`
}

const looked = { from: '2 minutes', between: '4 minutes', until: '15 days' } as const satisfies Record<string, Duration>

/**
 * Open sessions nobody came back from, the ones not looked at for the longest time first; marks them looked at. The older
 * a session, the rarer the look: every 5 minutes at first, every hour on the second day, never after 15 days.
 */
export async function takeUnvisitedSessions(db: Db, max: number): Promise<string[]> {
  return await columnOf<string>(db)`
    update payment_sessions set looked_at = app_now() where id in (
      select id from payment_sessions
      where state = 'open' and created_at between app_now() - ${looked.until}::interval and app_now() - ${looked.from}::interval
        and (looked_at is null or looked_at > app_now()
          or looked_at < app_now() - greatest(${looked.between}::interval, (app_now() - created_at) / 24))
      order by looked_at nulls first, created_at limit ${max} for update skip locked)
    returning id`
}

/** Records an event; false when it was recorded before. */
export async function recordEvent(tx: Transaction, id: string, type: string): Promise<boolean> {
  return await hasRow(tx)`
    insert into payment_events (id, type) values (${id}, ${type}) on conflict (id) do nothing returning true`
}

/** Providers repeat an event for days, never for months. */
export async function forgetOldEvents(db: Db): Promise<void> {
  await run(db)`
      delete from payment_events where received_at < app_now() - make_interval(days => ${retention.paymentEventDays})`
}

export async function isKnownEvent(db: Db, id: string): Promise<boolean> {
  return await hasRow(db)`select from payment_events where payment_events.id = ${id}`
}

/** The invoices of a subscription whose money went back. */
export async function listReversedInvoices(tx: Transaction, subscriptionId: string): Promise<string[]> {
  return await columnOf<string>(tx)`
    select payment_reversals.invoice_id from payment_reversals where payment_reversals.subscription_id = ${subscriptionId}`
}

type Reversal = { invoiceId: string; subscriptionId: string; kind: 'refund' | 'dispute' | undefined }

/** Writes or takes back that the money of an invoice went back; false when that was known. */
export async function saveReversal(tx: Transaction, { invoiceId, subscriptionId, kind }: Reversal): Promise<boolean> {
  if (kind === undefined)
    return await hasRow(tx)`
      delete from payment_reversals where payment_reversals.invoice_id = ${invoiceId} returning true`
  return await hasRow(tx)`
    insert into payment_reversals (invoice_id, subscription_id, kind) values (${invoiceId}, ${subscriptionId}, ${kind})
    on conflict (invoice_id) do update set kind = excluded.kind where payment_reversals.kind <> excluded.kind returning true`
}
