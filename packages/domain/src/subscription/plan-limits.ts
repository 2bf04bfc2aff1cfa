import { type BusinessType, offersOf } from '../kernel/business-type.ts'
import type { Membership } from './plans.ts'

/** Limits as they travel in settings; -1 is unlimited (S-044). */
export type PlanLimits = {
  /** Instants listed in each group: services, special offers, events. */
  allowedInstant: number
  /** Conversations that stay open, newest first. */
  allowedConversation: number
  allowedNotificationPerInstant: number
  /** Broadcasts in an ISO week. */
  allowedBroadcast: number
  hasSubdomain: boolean
  hasClickAndCollect: boolean
}

export const unlimited = -1

const everything: PlanLimits = {
  allowedInstant: unlimited,
  allowedConversation: unlimited,
  allowedNotificationPerInstant: unlimited,
  allowedBroadcast: unlimited,
  hasSubdomain: true,
  hasClickAndCollect: true,
}

const starter: PlanLimits = {
  allowedInstant: 3,
  allowedConversation: unlimited,
  allowedNotificationPerInstant: 1,
  allowedBroadcast: 1,
  hasSubdomain: false,
  hasClickAndCollect: false,
}

// decisions.md, appendix B; AMB-62 and AMB-64 for the free plan's conversations.
const limits: Record<Membership, PlanLimits> = {
  freemium: { ...starter, allowedConversation: 3 },
  basic: starter,
  premium: everything,
  digital: everything,
}

/** The membership that applies: premium for associations and town halls unless they bought digital (AMB-30, AMB-65). */
export function effectiveMembership(type: BusinessType, purchased: Membership): Membership {
  return offersOf(type).freePremium && purchased !== 'digital' ? 'premium' : purchased
}

/** The limits of a business from its type and what it bought (appendix B); no click-and-collect for an association (api.md 8.13). */
export function limitsOf(type: BusinessType, purchased: Membership): PlanLimits {
  const plan = limits[effectiveMembership(type, purchased)]
  return { ...plan, hasClickAndCollect: plan.hasClickAndCollect && offersOf(type).clickAndCollect }
}

/** True when nothing more may be added to `count` things. */
export function isLimitReached(limit: number, count: number): boolean {
  return limit !== unlimited && count >= limit
}
