import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { type EmbeddedSession, type EmbeddedSubscription, withTables } from './tables.queries.ts'

/** Store of the embedded payment provider, shared by processes. */
export type EmbeddedPaymentStore = {
  /** Saves unless a session with that idempotency key exists; returns the one that stands. One statement. */
  saveSession(session: EmbeddedSession): Promise<EmbeddedSession>
  findSession(id: string): Promise<EmbeddedSession | undefined>
  /** Returns false, changing nothing, when the session is no longer open: two clicks on "Payer" pay once. */
  closeSession(id: string, result: Pick<EmbeddedSession, 'state' | 'status' | 'subscriptionId'>): Promise<boolean>
  saveSubscription(subscription: EmbeddedSubscription): Promise<void>
  findSubscription(id: string): Promise<EmbeddedSubscription | undefined>
  /** The company's latest subscription that is not canceled. */
  findCompanySubscription(companyId: string): Promise<EmbeddedSubscription | undefined>
  updateSubscription(
    id: string,
    change: Partial<Pick<EmbeddedSubscription, 'status' | 'currentPeriodEnd' | 'cancelAtPeriodEnd'>>,
  ): Promise<void>
}

/** The same store on tables, so that every process sees one state. */
export function createPaymentStore(db: Db): EmbeddedPaymentStore {
  return {
    saveSession: (session) => saveSession(db, session),
    findSession: async (id) => {
      const row = await withTables(db)
        .selectFrom('embedded_payment_sessions')
        .where('embedded_payment_sessions.id', '=', id)
        .select('embedded_payment_sessions.session')
        .executeTakeFirst()
      return row?.session
    },
    closeSession: (id, result) => closeSession(db, id, result),
    saveSubscription: async (subscription) => {
      await withTables(db)
        .insertInto('embedded_payment_subscriptions')
        .values({
          id: subscription.id,
          company_id: subscription.companyId,
          subscription: JSON.stringify(subscription),
        })
        .execute()
    },
    findSubscription: async (id) => {
      const row = await withTables(db)
        .selectFrom('embedded_payment_subscriptions')
        .where('embedded_payment_subscriptions.id', '=', id)
        .select('embedded_payment_subscriptions.subscription')
        .executeTakeFirst()
      return row?.subscription
    },
    findCompanySubscription: (companyId) => findCompanySubscription(db, companyId),
    updateSubscription: async (id, change) => {
      await sql`
        update embedded_payment_subscriptions set subscription = subscription || ${JSON.stringify(change)}::jsonb
        where id = ${id}`.execute(db)
    },
  }
}

async function saveSession(db: Db, session: EmbeddedSession): Promise<EmbeddedSession> {
  const { rows } = await sql<{ session: EmbeddedSession }>`
    insert into embedded_payment_sessions (id, idempotency_key, session)
    values (${session.id}, ${session.idempotencyKey}, ${JSON.stringify(session)}::jsonb)
    on conflict (idempotency_key) do update set idempotency_key = excluded.idempotency_key
    returning session`.execute(db)
  return rows[0]?.session ?? session
}

/** A conditional update: of two clicks, the first finds the page open. */
async function closeSession(
  db: Db,
  id: string,
  result: Pick<EmbeddedSession, 'state' | 'status' | 'subscriptionId'>,
): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    update embedded_payment_sessions set session = session || ${JSON.stringify(result)}::jsonb
    where id = ${id} and session ->> 'state' = 'open' returning id`.execute(db)
  return rows.length > 0
}

async function findCompanySubscription(db: Db, companyId: string): Promise<EmbeddedSubscription | undefined> {
  const { rows } = await sql<{ subscription: EmbeddedSubscription }>`
    select subscription from embedded_payment_subscriptions
    where company_id = ${companyId} and subscription ->> 'status' <> 'canceled'
    order by position desc limit 1`.execute(db)
  return rows[0]?.subscription
}
