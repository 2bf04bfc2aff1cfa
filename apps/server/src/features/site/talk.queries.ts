import type { OrderPhase, OrderStatus } from '@parvis/domain/orders/order-states'
import { sql } from 'kysely'
import type { Db, Transaction } from '../../db/database.ts'

/** Whether a person of the business answered in this conversation (an away message is no answer, TO-22), and how often the resident wrote before (W-098). */
export async function findExchange(db: Db, discussionId: string): Promise<{ isAnswered: boolean; written: number }> {
  const { rows } = await sql<{ isAnswered: boolean; written: number }>`
    select coalesce(bool_or(messages.from_company and not messages.automatic), false) as "isAnswered",
      count(*) filter (where not messages.from_company)::int as written
    from messages where messages.discussion_id = ${discussionId}`.execute(db)
  return rows[0] ?? { isAnswered: false, written: 0 }
}

/** Erases a conversation without an order to come; false when one is. Its pictures go with the next sweep. */
export async function deleteConversation(tx: Transaction, discussionId: string): Promise<boolean> {
  await sql`
    update stored_files set dropped_at = app_now() where stored_files.dropped_at is null and stored_files.name in (
      select messages.image from messages where messages.discussion_id = ${discussionId})`.execute(tx)
  const { rows } = await sql`
    delete from discussions where discussions.id = ${discussionId} and not exists (
      select from orders where orders.discussion_id = discussions.id and orders.status in ('pending', 'validated', 'ready')
    ) returning discussions.id`.execute(tx)
  return rows.length > 0
}

export type SiteOrderRow = {
  id: number
  discussionId: string
  companyId: string
  pickupAt: Date
  content: string
  status: OrderStatus
  phase: OrderPhase | null
  finalPickupAt: Date | null
  finalContent: string | null
  totalCents: number | null
  cancelMessage: string | null
}

/** The orders that this resident placed: nobody else's, whatever they own. */
export async function listResidentOrders(db: Db, userId: number, orderId?: number): Promise<SiteOrderRow[]> {
  const { rows } = await sql<SiteOrderRow>`
    select orders.id, discussions.id as "discussionId", discussions.company_id as "companyId",
      orders.pickup_at as "pickupAt", orders.content, orders.status, orders.phase, orders.final_pickup_at as "finalPickupAt",
      orders.final_content as "finalContent", orders.total_cents as "totalCents", orders.cancel_message as "cancelMessage"
    from orders join discussions on discussions.id = orders.discussion_id
    where discussions.resident_id = ${userId} and (${orderId ?? null}::bigint is null or orders.id = ${orderId ?? null}::bigint)
    order by orders.created_at desc, orders.id desc limit 200`.execute(db)
  return rows
}

/** One end: the resident's withdrawal or the shop's answer, whichever comes first. */
export async function withdrawPending(tx: Transaction, orderId: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('orders')
    .set({ status: 'cancelled', phase: 'withdrawn', cancel_message: '', decided_at: sql`app_now()` })
    .where('orders.id', '=', orderId)
    .where('orders.status', '=', 'pending')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
