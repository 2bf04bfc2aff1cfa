import type { OrderStatus } from '@parvis/domain/orders/order'
import type { Generated } from 'kysely'

export type OrderTables = {
  orders: {
    /** Random, so that ids count nothing (AMB-142). */
    id: number
    discussion_id: string
    pickup_at: Date
    content: string
    coupon_message: Generated<string>
    min_order_cents: Generated<number>
    status: Generated<OrderStatus>
    final_pickup_at: Date | null
    final_content: string | null
    total_cents: number | null
    cancel_message: string | null
    created_at: Generated<Date>
    decided_at: Date | null
  }
}
