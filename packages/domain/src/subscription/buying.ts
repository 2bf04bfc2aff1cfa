import { type BusinessType, offersOf } from '../kernel/business-type.ts'
import { effectiveMembership } from './plan-limits.ts'
import { type Membership, type PaidPlanId, type Periodicity, paidPlanIds, periodicities, priceOf } from './plans.ts'

/**
 * - `offered`: may be bought. `current`: this plan and periodicity already ("Offre actuelle").
 * - `included`: free for this type of business ("Inclus"). `not_offered`: no plan is sold to it.
 */
export type PlanOffer = 'offered' | 'current' | 'included' | 'not_offered'

export type BoughtPlan = { membership: Membership; periodicity: Periodicity | null }

/** Whether a plan may be bought: same rule for the button and for the refusal (AMB-67, S-002). */
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

/** The billing-portal link: any plan for shops, hidden for an association whose effective plan is premium (AMB-66, S-007, S-008). */
export function showsBillingPortal(type: BusinessType, purchased: Membership): boolean {
  const { subscriptionPage } = offersOf(type)
  return subscriptionPage && (type !== 'association' || effectiveMembership(type, purchased) !== 'premium')
}

export type Sold = { plan: PaidPlanId; periodicity: Periodicity }

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
 * is sold for that amount (with tax or without), in euros, by that period. undefined: nothing that we sell (T17).
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
  return paidPlanIds.flatMap((plan) => periodicities.map((periodicity) => ({ plan, periodicity }))).find(isSold)
}
