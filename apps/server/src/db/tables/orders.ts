import type { StoredState } from '@parvis/domain/orders/order-states'
import type { Generated } from 'kysely'

export type OrderTables = {
  orders: {
    /** Random, so that ids count nothing. */
    id: number
    /** The company of its discussion. */
    company_id: string
    /** Null at the counter, and once its resident has left. */
    discussion_id: string | null
    pickup_at: Date
    /** Empty once its texts are gone. */
    content: string
    state: Generated<StoredState>
    version: Generated<number>
    final_pickup_at: Date | null
    final_content: string | null
    total_cents: number | null
    cancel_message: string | null
    /** Four digits, unique among the live orders of the company. */
    code: string | null
    /** The quarter of an hour whose place it holds. */
    slot_at: Date | null
    picture: string | null
    flexible: Generated<boolean>
    max_total_cents: number | null
    /** When a request or a proposal expires. */
    expires_at: Date | null
    /** Opened by somebody of the company. */
    seen_at: Date | null
    source: Generated<'app' | 'site' | 'counter'>
    customer_name: string | null
    /** Note of the shop, printed on the card and the slip. */
    note: Generated<string>
    decided_at: Date | null
  }
  order_events: {
    id: Generated<number>
    company_id: string
    at: Generated<Date>
    by: 'resident' | 'company' | 'clock'
    user_id: number | null
  }
}
