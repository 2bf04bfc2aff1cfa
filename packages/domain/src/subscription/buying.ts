import { type BusinessType, offersOf } from '../kernel/business-type.ts'
import { effectiveMembership } from './plan-limits.ts'
import type { Membership, PaidPlanId, Periodicity } from './plans.ts'

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
