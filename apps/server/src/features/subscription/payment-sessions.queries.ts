import type { Duration } from '@parvis/domain/kernel/durations'
import { retention } from '@parvis/domain/kernel/retention'
import { type Insertable, type Selection, sql } from 'kysely'
import { columnOf, type Db, hasRow, numberOf, type Tables, type Transaction } from '../../db/database.ts'

export type PaymentSessionRow = Selection<Tables, 'payment_sessions', (typeof columns)[number]>

const columns = [
  'payment_sessions.id',
  'payment_sessions.company_id as companyId',
  'payment_sessions.user_id as userId',
  'payment_sessions.plan',
  'payment_sessions.periodicity',
  'payment_sessions.amount_cents as amountCents',
  'payment_sessions.currency',
  'payment_sessions.state',
  'payment_sessions.created_at as createdAt',
] as const

/** Keeps what was asked of the provider; the same session, answered to a double click, is kept once. */
export async function saveSession(tx: Transaction, session: Insertable<Tables['payment_sessions']>): Promise<void> {
  await tx
    .insertInto('payment_sessions')
    .values(session)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}

export async function findSession(db: Db, id: string): Promise<PaymentSessionRow | undefined> {
  return await db
    .selectFrom('payment_sessions')
    .where('payment_sessions.id', '=', id)
    .select([...columns])
    .executeTakeFirst()
}

/** Locks the session until the transaction ends: of 30 copies of one payment, one finds it open. */
export async function lockSession(tx: Transaction, id: string): Promise<PaymentSessionRow> {
  return await tx
    .selectFrom('payment_sessions')
    .where('payment_sessions.id', '=', id)
    .select([...columns])
    .forUpdate()
    .executeTakeFirstOrThrow()
}

export async function settleSession(tx: Transaction, id: string, state: 'paid' | 'expired' | 'refused'): Promise<void> {
  await tx
    .updateTable('payment_sessions')
    .set({ state, settled_at: sql`app_now()` })
    .where('payment_sessions.id', '=', id)
    .execute()
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
  await sql`delete from payment_events where received_at < app_now() - make_interval(days => ${retention.paymentEventDays})`.execute(
    db,
  )
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
