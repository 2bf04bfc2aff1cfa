import type { StoredState } from '@parvis/domain/orders/order-states'
import { sql } from 'kysely'
import type { Transaction } from '../../db/database.ts'
import { prepared } from '../../db/prepared.ts'
import type { OrderEvent } from './orders.queries.ts'

/** Columns of a resident's order; its first event is inserted with it. */
type PlacedOrder = {
  id: number
  companyId: string
  discussionId: string
  residentId: number
  pickupAt: Date
  content: string
  coupon: string
  minOrderCents: number
  flexible: boolean
  maxTotalCents: number | null
  picture: string | null
  source: 'app' | 'site'
  slotAt: Date
  expiresAt: Date
}

export async function insertPlaced(tx: Transaction, order: PlacedOrder): Promise<void> {
  await addPlaced(tx, order)
}

const addPlaced = prepared((db, order: PlacedOrder) =>
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

export type OrderToInsert = {
  id: number
  company_id: string
  discussion_id: string | null
  pickup_at: Date
  content: string
  source: 'app' | 'site' | 'counter'
  slot_at: Date
  coupon_message?: string
  min_order_cents?: number
  flexible?: boolean
  max_total_cents?: number | null
  picture?: string | null
  expires_at?: Date
  state?: StoredState
  final_pickup_at?: Date
  final_content?: string
  total_cents?: number | null
  code?: string | null
  customer_name?: string
  note?: string
  seen_at?: Date
}

export async function insertOrder(tx: Transaction, order: OrderToInsert): Promise<void> {
  await tx.insertInto('orders').values(order).execute()
}

export type EventToInsert = {
  company_id: string
  order_id: number
  by: OrderEvent['by']
  what: string
  user_id: number | null
  from_state: StoredState | null
}

export async function insertEvents(tx: Transaction, events: readonly EventToInsert[]): Promise<void> {
  await tx
    .insertInto('order_events')
    .values([...events])
    .execute()
}
