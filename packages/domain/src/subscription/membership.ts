import { type BusinessType, offersOf } from '../kernel/business-type.ts'
import {
  effectiveMembership,
  type Membership,
  type PaidPlanId,
  type Periodicity,
  paidPlanIds,
  periodicities,
  priceOf,
} from './plans.ts'

/** What was bought, and until when, in epoch milliseconds by the provider's clock, as all the times here. */
type Bought = {
  subscriptionId: string
  plan: PaidPlanId
  periodicity: Periodicity
  startedAt: number
  periodEnd: number
  /** End of the last period that is paid and not given back; undefined while the provider tells none. */
  paidUntil?: number | undefined
}

/** What the provider says of one subscription; each event carries the whole state of it at `at`. */
export type SubscriptionEvent = Bought & { id: string; kind: SubscriptionEventKind; at: number }

export type SubscriptionEventKind = keyof typeof statusAfter

export type SubscriptionStatus = 'active' | 'past_due' | 'cancelling' | 'ended'

/** One subscription as known here: what its last event said. */
export type Subscription = Bought & { status: SubscriptionStatus; lastEventAt: number; lastEventId: string }

/** The whole state machine: an event decides the status whatever the former one was. */
const statusAfter = {
  purchased: 'active',
  changed: 'active',
  renewed: 'active',
  payment_failed: 'past_due',
  cancelled_at_period_end: 'cancelling',
  ended: 'ended',
} as const satisfies Record<string, SubscriptionStatus>

const kinds = Object.keys(statusAfter)

/**
 * The subscription after an event. An event older than the last one applied changes nothing, so that any order of
 * arrival, repetitions included, ends in the state the provider's last event says.
 */
export function applySubscriptionEvent(known: Subscription | undefined, event: SubscriptionEvent): Subscription {
  if (known && !isLater(event, known)) return known
  const { id: _, kind, at, ...bought } = event
  return { ...bought, status: statusAfter[kind], lastEventAt: at, lastEventId: orderKey(event) }
}

/** The subscription that gives its plan now: of those alive, the last one bought. */
export function currentSubscription(subscriptions: readonly Subscription[], now: number): Subscription | undefined {
  return subscriptions
    .filter((subscription) => isAlive(subscription, now))
    .sort((a, b) => b.startedAt - a.startedAt || (a.subscriptionId < b.subscriptionId ? 1 : -1))[0]
}

/** How long a plan is kept after the last period that was paid, in milliseconds: the provider retries cards meanwhile. */
const unpaidGrace = 14 * 86_400_000

/**
 * When a subscription stops giving its plan by itself: cancelled or unpaid, at the end of its period; 14 days after
 * the last paid period at most, since providers move the period when they make its invoice, not when it is paid.
 */
export function lapsesAt({ status, periodEnd, paidUntil }: Subscription): number | undefined {
  if (paidUntil !== undefined && paidUntil < periodEnd) return Math.min(periodEnd, paidUntil + unpaidGrace)
  return status === 'cancelling' || status === 'past_due' ? periodEnd : undefined
}

/** What the company has bought: freemium again once nothing is alive. `now` in epoch milliseconds. */
export function purchasedMembership(subscriptions: readonly Subscription[], now: number): Membership {
  return currentSubscription(subscriptions, now)?.plan ?? 'freemium'
}

/** The subscriptions to end at the provider, replaced by a newer one: never two bills. */
export function replacedSubscriptions(subscriptions: readonly Subscription[], now: number): Subscription[] {
  const current = currentSubscription(subscriptions, now)
  return subscriptions.filter((subscription) => subscription.status !== 'ended' && current && subscription !== current)
}

function isAlive(subscription: Subscription, now: number): boolean {
  const lapse = lapsesAt(subscription)
  return subscription.status !== 'ended' && (lapse === undefined || now < lapse)
}

function isLater(event: SubscriptionEvent, known: Subscription): boolean {
  if (event.at !== known.lastEventAt) return event.at > known.lastEventAt
  return orderKey(event) > known.lastEventId
}

/** Providers date events to the second: within one, the order of the table decides, then the event's id. */
function orderKey(event: SubscriptionEvent): string {
  return `${kinds.indexOf(event.kind)} ${event.id}`
}

/**
 * - `offered`: may be bought. `current`: this plan and periodicity already ("Offre actuelle").
 * - `included`: free for this type of business ("Inclus"). `not_offered`: no plan is sold to it.
 */
type PlanOffer = 'offered' | 'current' | 'included' | 'not_offered'

type BoughtPlan = { membership: Membership; periodicity: Periodicity | null }

/** Whether a plan may be bought: same rule for the button and for the refusal. */
export function planOffer(
  type: BusinessType,
  bought: BoughtPlan,
  plan: PaidPlanId,
  periodicity: Periodicity,
): PlanOffer {
  const { buys, freePremium, subscriptionPage } = offersOf(type)
  if (!subscriptionPage) return 'not_offered'
  if (!buys.includes(plan)) return freePremium ? 'included' : 'not_offered'
  return bought.membership === plan && bought.periodicity === periodicity ? 'current' : 'offered'
}

/** The billing-portal link: any plan for shops, hidden for an association whose effective plan is premium. */
export function showsBillingPortal(type: BusinessType, purchased: Membership): boolean {
  const { subscriptionPage } = offersOf(type)
  return subscriptionPage && (type !== 'association' || effectiveMembership(type, purchased) !== 'premium')
}

export type Sold = { plan: PaidPlanId; periodicity: Periodicity }

/** Everything that is sold, cheapest plan first. */
export const everySold: readonly Sold[] = paidPlanIds.flatMap((plan) =>
  periodicities.map((periodicity) => ({ plan, periodicity })),
)

/** What a subscription is billed by, as the provider says: `amountCents` once per `periodicity`, none of ours when undefined. */
export type BilledPrice = {
  id: string
  amountCents: number | undefined
  currency: string
  periodicity: Periodicity | undefined
  /** The plan that the settings give this price to. */
  configuredAs: Sold | undefined
}

/**
 * The plan that a price pays for: what was bought with it, else the plan that the settings give it to, else the one that
 * is sold for that amount (with tax or without), in euros, by that period. undefined: nothing that we sell.
 */
export function planPaidBy(price: BilledPrice, bought: Sold & { priceId?: string | undefined }): Sold | undefined {
  if (price.currency !== 'eur' || price.periodicity === undefined) return undefined
  if (price.id === bought.priceId) return price.periodicity === bought.periodicity ? bought : undefined
  const isSold = (sold: Sold) => {
    const { excludingTax, includingTax } = priceOf(sold.plan, sold.periodicity)
    const isItsAmount = price.amountCents === includingTax || price.amountCents === excludingTax
    return sold.periodicity === price.periodicity && isItsAmount
  }
  if (price.configuredAs) return isSold(price.configuredAs) ? price.configuredAs : undefined
  return everySold.find(isSold)
}
