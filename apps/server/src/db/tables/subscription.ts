import type { SubscriptionStatus } from '@parvis/domain/subscription/membership'
import type { PaidPlanId, Periodicity } from '@parvis/domain/subscription/plans'
import type { Generated } from 'kysely'

export type SubscriptionTables = {
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
    /** Replaced by a newer purchase: it gives no rights any more and is ended at the provider. */
    replaced_at: Date | null
    /** End of the last period that was paid and not given back; null until the provider says. */
    paid_until: Date | null
    /** The provider's price that it was bought with. */
    price_id: string | null
    /** Not renewed only because its owner asked for the account's deletion. */
    ends_for_deletion: Generated<boolean>
    looked_at: Generated<Date>
    /** Version for optimistic locking: what was read at the provider is applied only if the version has not moved since. */
    version: Generated<number>
  }
}
