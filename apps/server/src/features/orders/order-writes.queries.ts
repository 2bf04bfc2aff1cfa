import type { StoredState } from '@parvis/domain/orders/order-states'
import { inserted, run, type Transaction } from '../../db/database.ts'
import { prepared } from '../../db/prepared.ts'
import { sql } from '../../db/sql.ts'
import type { Order, OrderColumns, OrderEvent } from './orders.queries.ts'

/** Columns of a resident's order; its first event is inserted with it. */
type PlacedOrder = Pick<
  Order,
  'id' | 'companyId' | 'pickupAt' | 'content' | 'minOrderCents' | 'flexible' | 'maxTotalCents' | 'picture'
> & { discussionId: string; residentId: number; coupon: string; source: 'app' | 'site'; slotAt: Date; expiresAt: Date }

export const insertPlaced = prepared(
  (order: PlacedOrder) => sql`
    with placed as (
      insert into orders (id, company_id, discussion_id, pickup_at, content, coupon_message, min_order_cents, flexible,
        max_total_cents, picture, source, slot_at, expires_at)
      values (${order.id}, ${order.companyId}, ${order.discussionId}, ${order.pickupAt}, ${order.content}, ${order.coupon},
        ${order.minOrderCents}, ${order.flexible}, ${order.maxTotalCents}, ${order.picture}, ${order.source}, ${order.slotAt},
        ${order.expiresAt})
      returning id, company_id
    )
    insert into order_events (company_id, order_id, by, what, user_id)
    select placed.company_id, placed.id, 'resident', 'place', ${order.residentId}::bigint from placed`,
)

/** An order without conversation, accepted as it is written. */
type CounterOrder = Required<Omit<OrderColumns, 'cancel_message' | 'expires_at' | 'total_cents'>> & {
  id: number
  company_id: string
  source: 'counter'
  total_cents: number | null
  customer_name: string
  seen_at: Date
}

export async function insertOrder(tx: Transaction, order: CounterOrder): Promise<void> {
  await run(tx)`insert into orders ${inserted(order)}`
}

type EventToInsert = {
  company_id: string
  order_id: number
  by: OrderEvent['by']
  what: string
  user_id: number | null
  /** The state that it left, for an undo. */
  from_state: StoredState | null
}

export async function insertEvents(tx: Transaction, events: readonly EventToInsert[]): Promise<void> {
  await run(tx)`
    insert into order_events (company_id, order_id, by, what, user_id, from_state)
    select * from json_to_recordset(${JSON.stringify(events)}::json)
      as given (company_id uuid, order_id bigint, by text, what text, user_id bigint, from_state order_state)`
}
