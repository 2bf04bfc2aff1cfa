import { sql } from 'kysely'
import type { Transaction } from '../../db/database.ts'

/** Counts that the limits of residents without phone are judged by. */
type Stranger = {
  hasPhone: boolean
  hasConversation: boolean
  /** Requests and proposals that wait: of this resident anywhere, of residents without phone at this business. */
  asked: number
  askedOfAll: number
  notCollected: number
}

/**
 * Locks the resident, and the strangers of the business (advisory lock), until the transaction ends, so that ten concurrent calls are
 * judged one after the other.
 */
export async function findStranger(tx: Transaction, userId: number, companyId: string): Promise<Stranger> {
  await sql`select from users where users.id = ${userId} for no key update`.execute(tx)
  await sql`select pg_advisory_xact_lock(hashtextextended(${`strangers of ${companyId}`}, 0))`.execute(tx)
  const { rows } = await sql<Stranger>`
    with mine as (select discussions.id, discussions.company_id from discussions where discussions.resident_id = ${userId})
    select users.phone is not null as "hasPhone",
      exists (select from mine where mine.company_id = ${companyId}) as "hasConversation",
      (select count(*)::int from orders join mine on mine.id = orders.discussion_id
        where orders.status = 'pending') as asked,
      (select count(*)::int from orders join discussions on discussions.id = orders.discussion_id
        join users others on others.id = discussions.resident_id and others.phone is null
        where orders.company_id = ${companyId} and orders.status = 'pending') as "askedOfAll",
      (select count(*)::int from orders join mine on mine.id = orders.discussion_id
        where orders.company_id = ${companyId} and orders.status = 'not_collected'
          and coalesce(orders.final_pickup_at, orders.pickup_at) > app_now() - interval '90 days') as "notCollected"
    from users where users.id = ${userId}`.execute(tx)
  const [stranger] = rows
  if (!stranger) throw new Error('the resident of a call exists')
  return stranger
}
