import { type Insertable, sql } from 'kysely'
import type { Transaction } from '../../db/database.ts'
import { prepared } from '../../db/prepared.ts'
import type { OrderTables } from '../../db/tables/orders.ts'
import type { Order } from './orders.queries.ts'

/** Columns of a resident's order; its first event is inserted with it. */
type PlacedOrder = Pick<
  Order,
  'id' | 'companyId' | 'pickupAt' | 'content' | 'minOrderCents' | 'flexible' | 'maxTotalCents' | 'picture'
> & { discussionId: string; residentId: number; coupon: string; source: 'app' | 'site'; slotAt: Date; expiresAt: Date }

export const insertPlaced = prepared((db, order: PlacedOrder) =>
  sql`
    with placed as (
      insert into orders (id, company_id, discussion_id, pickup_at, content, coupon_message, min_order_cents, flexible,
        max_total_cents, picture, source, slot_at, expires_at)
      values (${order.id}, ${order.companyId}, ${order.discussionId}, ${order.pickupAt}, ${order.content}, ${order.coupon},
        ${order.minOrderCents}, ${order.flexible}, ${order.maxTotalCents}, ${order.picture}, ${order.source}, ${order.slotAt},
        ${order.expiresAt})
      returning id, company_id
    )
    insert into order_events (company_id, order_id, by, what, user_id)
    select placed.company_id, placed.id, 'resident', 'place', ${order.residentId}::bigint from placed`.compile(db),
)

export async function insertOrder(tx: Transaction, order: Insertable<OrderTables['orders']>): Promise<void> {
  await tx.insertInto('orders').values(order).execute()
}

export async function insertEvents(
  tx: Transaction,
  events: readonly Insertable<OrderTables['order_events']>[],
): Promise<void> {
  await tx
    .insertInto('order_events')
    .values([...events])
    .execute()
}
