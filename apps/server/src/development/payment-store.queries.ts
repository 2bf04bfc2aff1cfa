import { cellOf, type Db, hasRow, run } from '../db/database.ts'
import type { EmbeddedSession, EmbeddedSubscription } from './tables.queries.ts'

// The books of the embedded payment provider, in tables, so that every process sees one state.

/** Saves unless a session with that idempotency key exists; returns the one that stands. One statement. */
export async function saveEmbeddedSession(db: Db, session: EmbeddedSession): Promise<EmbeddedSession> {
  const saved = await cellOf<EmbeddedSession>(db)`
    insert into embedded_payment_sessions (id, idempotency_key, session)
    values (${session.id}, ${session.idempotencyKey}, ${JSON.stringify(session)}::jsonb)
    on conflict (idempotency_key) do update set idempotency_key = excluded.idempotency_key
    returning session`
  return saved ?? session
}

export async function findEmbeddedSession(db: Db, id: string): Promise<EmbeddedSession | undefined> {
  return await cellOf<EmbeddedSession>(db)`select session from embedded_payment_sessions where id = ${id}`
}

/** False, changing nothing, when the session is no longer open: of two clicks on "Payer" the first finds the page open. */
export async function closeEmbeddedSession(
  db: Db,
  id: string,
  result: Pick<EmbeddedSession, 'state' | 'status' | 'subscriptionId'>,
): Promise<boolean> {
  return await hasRow(db)`
    update embedded_payment_sessions set session = session || ${JSON.stringify(result)}::jsonb
    where id = ${id} and session ->> 'state' = 'open' returning id`
}

export async function saveEmbeddedSubscription(db: Db, subscription: EmbeddedSubscription): Promise<void> {
  const { id, companyId } = subscription
  await run(db)`
    insert into embedded_payment_subscriptions (id, company_id, subscription)
    values (${id}, ${companyId}, ${JSON.stringify(subscription)}::jsonb)`
}

export async function findEmbeddedSubscription(db: Db, id: string): Promise<EmbeddedSubscription | undefined> {
  return await cellOf<EmbeddedSubscription>(db)`
    select subscription from embedded_payment_subscriptions where id = ${id}`
}

/** The company's latest subscription that is not canceled. */
export async function findEmbeddedSubscriptionOf(db: Db, companyId: string): Promise<EmbeddedSubscription | undefined> {
  return await cellOf<EmbeddedSubscription>(db)`
    select subscription from embedded_payment_subscriptions
    where company_id = ${companyId} and subscription ->> 'status' <> 'canceled'
    order by position desc limit 1`
}

export async function updateEmbeddedSubscription(
  db: Db,
  id: string,
  change: Partial<Pick<EmbeddedSubscription, 'status' | 'currentPeriodEnd' | 'cancelAtPeriodEnd'>>,
): Promise<void> {
  await run(db)`
    update embedded_payment_subscriptions set subscription = subscription || ${JSON.stringify(change)}::jsonb
    where id = ${id}`
}
