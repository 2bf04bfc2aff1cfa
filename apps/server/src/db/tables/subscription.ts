import type { SubscriptionStatus } from '@parvis/domain/subscription/membership'
import type { PaidPlanId, Periodicity } from '@parvis/domain/subscription/plans'
import type { Generated } from 'kysely'

export type SubscriptionTables = {
  payment_sessions: {
    /** The provider's. */
    id: string
    company_id: string
    user_id: number | null
    plan: PaidPlanId
    periodicity: Periodicity
    amount_cents: number
    currency: string
    /** `refused`: paid, but not what we had asked (T17). */
    state: Generated<'open' | 'paid' | 'expired' | 'refused'>
    created_at: Generated<Date>
    settled_at: Date | null
    looked_at: Date | null
  }
  subscriptions: {
    /** The provider's. */
    id: string
    company_id: string
    session_id: string
    customer_id: string
    plan: PaidPlanId
    periodicity: Periodicity
    status: SubscriptionStatus
    started_at: Date
    period_end: Date
    lapses_at: Date | null
    last_event_at: Date
    last_event_id: string
    /** Another plan was bought since: it gives nothing any more and is ended at the provider (S-053). */
    replaced_at: Date | null
    looked_at: Generated<Date>
    /** Grows at each change: what was read at the provider is applied to the version it was read after. */
    version: Generated<number>
  }
  payment_events: { id: string; type: string; received_at: Generated<Date> }
}
