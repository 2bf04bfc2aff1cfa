import {
  applySubscriptionEvent,
  type Subscription,
  type SubscriptionEventKind,
} from '@parvis/domain/subscription/membership'
import type { PaidPlanId, Periodicity } from '@parvis/domain/subscription/plans'
import type { PaymentSubscription } from '../../gateways/payment/payment.ts'

/** What was bought and when, which the provider's later words do not change. */
export type Purchase = { plan: PaidPlanId; periodicity: Periodicity; startedAt: number }

/**
 * The subscription after what the provider just said of it. Readings follow one another (see `version`), so that each is
 * dated after the former one even when the development clock went back.
 * @param readAt epoch milliseconds of the reading
 */
export function readState(
  known: Subscription | undefined,
  told: PaymentSubscription,
  purchase: Purchase,
  readAt: number,
): Subscription {
  const at = Math.max(readAt, (known?.lastEventAt ?? 0) + 1)
  return applySubscriptionEvent(known, {
    id: `read ${at}`,
    kind: kindOf(told),
    subscriptionId: told.id,
    plan: purchase.plan,
    periodicity: purchase.periodicity,
    startedAt: purchase.startedAt,
    at,
    periodEnd: told.currentPeriodEnd === undefined ? (known?.periodEnd ?? at) : told.currentPeriodEnd * 1_000,
  })
}

const kinds: Partial<Record<PaymentSubscription['status'], SubscriptionEventKind>> = {
  active: 'renewed',
  trialing: 'renewed',
  past_due: 'payment_failed',
}

/** Only active and trialing give rights, past_due until its period ends; every other word is the end. */
function kindOf({ status, cancelAtPeriodEnd }: PaymentSubscription): SubscriptionEventKind {
  const kind = kinds[status] ?? 'ended'
  return kind === 'renewed' && cancelAtPeriodEnd ? 'cancelled_at_period_end' : kind
}
