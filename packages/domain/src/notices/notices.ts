import type { HoursPlan } from '../hours/day-hours.ts'
import { openingAt } from '../hours/opening.ts'
import { afterOpenMinutes } from '../hours/pickup.ts'
import type { BusinessType } from '../kernel/business-type.ts'
import type { Role } from '../kernel/roles.ts'
import { effectiveMembership, type Membership } from '../subscription/plans.ts'

/** What a professional is told of (team-and-access.md section 8), and the least role that is. News of the team are of kind `plan`. */
export const noticeRoles = {
  order: 'counter',
  reminder: 'counter',
  message: 'counter',
  change: 'counter',
  plan: 'owner',
  terms: 'owner',
} as const satisfies Record<string, Role>
export type NoticeKind = keyof typeof noticeRoles
export const noticeKinds = Object.keys(noticeRoles) as NoticeKind[]

/** Steps of a notice. A request: new; N, 2N and 3N open minutes unseen; seen and unanswered. A message: new. */
export const orderSteps = ['new', 'again', 'mail', 'sms', 'unanswered'] as const
export type NoticeStep = (typeof orderSteps)[number]

/** What is said of a change, a plan or terms, written when it happened: never a resident's name or text. */
export type NoticeFact = {
  sentence: string
  path: string
  /** What follows from it, in the mail alone. */
  outcome?: string
  /** Grounds of a decision of the team: the mail says them, and how to contest it; a locked screen does not. */
  grounds?: string
  /** The mail leaves by a job of its own: this notice is for the devices alone. */
  isMailed?: true
}

/** Where a notice leads: its link names the business for who works for several. */
export function noticePath(
  path: string,
  { companyId, hasSeveral }: { companyId: string; hasSeveral: boolean },
): string {
  return hasSeveral ? `${path}${path.includes('?') ? '&' : '?'}etablissement=${companyId}` : path
}

export type NoticeChoice = {
  push: boolean
  email: boolean
  sms: boolean
  /** Closed hours too. */
  always: boolean
  /** Names and texts on a locked screen. */
  showContent: boolean
}

const usual = { push: true, email: false, sms: false, always: false, showContent: false }

/** Section 8; mail about messages is the digest of the morning, mail about terms cannot be switched off. */
export const noticeDefaults: Record<NoticeKind, NoticeChoice> = {
  order: usual,
  reminder: { ...usual, email: true },
  message: { ...usual, email: true },
  change: usual,
  plan: { ...usual, email: true },
  terms: { ...usual, push: false, email: true },
}

const minute = 60_000
/** Before the opening, what waited is told. */
const beforeOpening = 30 * minute
/** Open minutes after which a seen request is told once more. */
const unansweredAfter = 30

export type NoticeHours = { plan: HoursPlan; now: number; always: boolean }

/**
 * When a notice may ring, in epoch milliseconds: now when open, when the hours are unknown or closed hours are chosen too,
 * else 30 minutes before the opening; undefined where nothing opens (« temporairement fermé »): the digest alone tells.
 */
export function ringsAt({ plan, now, always }: NoticeHours): number | undefined {
  if (always || !hasHours(plan)) return now
  if (plan.weekState === 'paused') return undefined
  const { state, opensAt } = openingAt(plan, now)
  if (state === 'open') return now
  return opensAt === null ? undefined : Math.max(now, opensAt - beforeOpening)
}

/** Without hours, or by appointment alone, no minute is quieter than another. */
const hasHours = ({ weekState }: HoursPlan) => weekState === 'week' || weekState === 'paused'

export type AskedOrder = { isAsked: boolean; isSeen: boolean; createdAt: number; pickupAt: number }

/** When this step of a request rings; undefined once it has nothing to say: looked at, decided, cancelled. */
export function orderRingsAt(
  step: NoticeStep,
  order: AskedOrder,
  hours: NoticeHours & { alertMinutes: number },
): number | undefined {
  if (!order.isAsked) return undefined
  if (step === 'new') return order.isSeen ? undefined : newOrderRingsAt(order, hours)
  const due = afterOpen(
    hours.plan,
    order.createdAt,
    step === 'unanswered' ? unansweredAfter : unseenMinutes(step, hours),
  )
  // Both marks are read when the time has come: an order may still be looked at before.
  if (due === undefined || due > hours.now) return due
  return order.isSeen === (step === 'unanswered') ? due : undefined
}

function newOrderRingsAt({ pickupAt }: AskedOrder, hours: NoticeHours): number | undefined {
  const at = ringsAt(hours)
  return at !== undefined && pickupAt < at ? hours.now : at
}

/** N, 2N, 3N. */
export function unseenMinutes(step: NoticeStep, { alertMinutes }: { alertMinutes: number }): number {
  return alertMinutes * (step === 'sms' ? 3 : step === 'mail' ? 2 : 1)
}

function afterOpen(plan: HoursPlan, from: number, minutes: number): number | undefined {
  if (!hasHours(plan)) return from + minutes * minute
  const due = plan.weekState === 'paused' ? undefined : afterOpenMinutes(plan, from, minutes)
  if (due === undefined) return undefined
  // The last open minute ends when the place closes: that rings at the next opening, never outside the hours.
  const { state, opensAt } = openingAt(plan, due)
  return state === 'open' ? due : (opensAt ?? undefined)
}

/** SMS about orders in a calendar month of Paris. */
export function smsOfMonth(type: BusinessType, purchased: Membership): number {
  const plan = effectiveMembership(type, purchased)
  return plan === 'digital' ? 100 : plan === 'premium' ? 30 : 0
}
