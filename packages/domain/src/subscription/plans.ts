import { type BusinessType, offersOf } from '../kernel/business-type.ts'
import { withVat } from '../kernel/french-format.ts'

export type PaidPlanId = 'basic' | 'premium' | 'digital'
export type Membership = 'freemium' | PaidPlanId
export type Periodicity = 'monthly' | 'annual'

export type FeatureId = (typeof featureTable)[number][0]

/** A cell of the comparison table: included or not, with a French precision when there is one. */
type PlanFeature = { id: FeatureId; included: boolean; text: string | null }

/** Prices in cents, tax excluded; two months are free by the year. */
type Plan = {
  id: PaidPlanId
  label: 'STARTER' | 'PREMIUM' | 'ADVANCED'
  monthlyCents: number
  annualCents: number
  features: readonly PlanFeature[]
}

export const paidPlanIds = ['basic', 'premium', 'digital'] as const
export const memberships = ['freemium', ...paidPlanIds] as const
export const periodicities = ['monthly', 'annual'] as const

/** The plan that wears the "Populaire" ribbon. */
export const preferredPlan: PaidPlanId = 'premium'

// Feature by feature: FREEMIUM, STARTER, PREMIUM, ADVANCED; a text is an included feature with its precision (appendix B).
const featureTable = [
  ['referencement', true, true, true, true],
  ['notification_follow', true, true, true, true],
  ['messaging_pro', '3 conversations', true, true, true],
  ['instants', '3 par type', '3 par type', 'illimité', 'illimité'],
  ['broadcast', '1 par semaine', '1 par semaine', 'illimité', 'illimité'],
  ['click_collect', false, false, true, true],
  ['subdomain', false, false, true, true],
  ['custom_domain', false, false, false, true],
  ['custom_emails', false, false, false, true],
  ['support', false, false, false, 'personnalisé'],
] as const

/** What a business has for nothing, in the words of the table: the limits of `limitsOf`. */
export const freeFeatures = column(1)

/** The three plans, cheapest first. */
export const plans: readonly Plan[] = [
  { id: 'basic', label: 'STARTER', monthlyCents: 990, annualCents: 9900, features: column(2) },
  { id: 'premium', label: 'PREMIUM', monthlyCents: 2490, annualCents: 24900, features: column(3) },
  { id: 'digital', label: 'ADVANCED', monthlyCents: 4990, annualCents: 49900, features: column(4) },
]

/** The name people read: FREEMIUM, STARTER, PREMIUM or ADVANCED. */
export function planLabel(membership: Membership): string {
  return plans.find((plan) => plan.id === membership)?.label ?? 'FREEMIUM'
}

function planOf(id: PaidPlanId): Plan {
  const plan = plans.find((candidate) => candidate.id === id)
  if (!plan) throw new RangeError(`no plan ${id}`)
  return plan
}

/** Cents. */
export type Price = { excludingTax: number; includingTax: number }

/** Cents billed at each period, tax excluded and included. */
export function priceOf(id: PaidPlanId, periodicity: Periodicity): Price {
  const plan = planOf(id)
  const excludingTax = periodicity === 'monthly' ? plan.monthlyCents : plan.annualCents
  return { excludingTax, includingTax: withVat(excludingTax) }
}

function column(index: 1 | 2 | 3 | 4): PlanFeature[] {
  return featureTable.map((row) => {
    const cell = row[index]
    return { id: row[0], included: cell !== false, text: typeof cell === 'string' ? cell : null }
  })
}

/** Limits as they travel in settings; -1 is unlimited. */
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

// ambiguities.md, appendix B; AMB-62 and AMB-64 for the free plan's conversations.
const limits: Record<Membership, PlanLimits> = {
  freemium: { ...starter, allowedConversation: 3 },
  basic: starter,
  premium: everything,
  digital: everything,
}

/** The membership that applies: premium for associations and town halls unless they bought digital. */
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
