import type { BusinessType } from '@parvis/domain/kernel/business-type'
import type { OrderPhase, OrderStatus } from '@parvis/domain/orders/order-states'
import type { Membership } from '@parvis/domain/subscription/plans'
import { sql } from 'kysely'
import type { Db, Transaction } from '../../db/database.ts'

export type Order = {
  id: number
  discussionId: string
  companyId: string
  residentId: number
  isOwner: boolean
  isResident: boolean
  pickupAt: Date
  content: string
  couponMessage: string
  minOrderCents: number
  status: OrderStatus
  phase: OrderPhase | null
  finalPickupAt: Date | null
  finalContent: string | null
  totalCents: number | null
  cancelMessage: string | null
}

/** The order and what the person is to it: the catalogue tells apart unknown (404) and not theirs (401). */
export async function findOrder(db: Db, userId: number, orderId: number): Promise<Order | undefined> {
  const { rows } = await sql<Order>`
    select orders.id, orders.discussion_id as "discussionId", discussions.company_id as "companyId",
      discussions.resident_id as "residentId", owners.user_id is not null as "isOwner",
      discussions.resident_id = ${userId} as "isResident", orders.pickup_at as "pickupAt", orders.content,
      orders.coupon_message as "couponMessage", orders.min_order_cents as "minOrderCents", orders.status, orders.phase,
      orders.final_pickup_at as "finalPickupAt", orders.final_content as "finalContent",
      orders.total_cents as "totalCents", orders.cancel_message as "cancelMessage"
    from orders
    join discussions on discussions.id = orders.discussion_id
    left join company_owners as owners on owners.company_id = discussions.company_id and owners.user_id = ${userId}
    where orders.id = ${orderId}`.execute(db)
  return rows[0]
}

export type OrderChange = {
  status: OrderStatus
  phase: OrderPhase | null
  final_pickup_at?: Date
  final_content?: string
  total_cents?: number
  cancel_message?: string
}

/** One decision wins: the row changes only from the status it was read in (T21). */
export async function changeOrder(
  tx: Transaction,
  orderId: number,
  from: OrderStatus,
  change: OrderChange,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('orders')
    .set({ ...change, decided_at: sql`app_now()` })
    .where('orders.id', '=', orderId)
    .where('orders.status', '=', from)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export type OrderToPlace = {
  id: number
  discussionId: string
  pickupAt: Date
  content: string
  couponMessage: string
  minOrderCents: number
}

export async function insertOrder(tx: Transaction, order: OrderToPlace): Promise<void> {
  await tx
    .insertInto('orders')
    .values({
      id: order.id,
      discussion_id: order.discussionId,
      pickup_at: order.pickupAt,
      content: order.content,
      coupon_message: order.couponMessage,
      min_order_cents: order.minOrderCents,
    })
    .execute()
}

export type Shop = { type: BusinessType; membership: Membership; cacActive: boolean }

/** The company as residents see it; its row cannot change plan or settings until the order is placed. */
export async function findShop(tx: Transaction, companyId: string): Promise<Shop | undefined> {
  return await tx
    .selectFrom('companies')
    .where('companies.id', '=', companyId)
    .where('companies.is_shown', '=', true)
    .select(['companies.type', 'companies.membership', 'companies.cac_active as cacActive'])
    .forShare()
    .executeTakeFirst()
}
