import { noticeTexts } from '@parvis/domain/notices/notice-texts.fr'
import {
  applySubscriptionEvent,
  planPaidBy,
  purchasedMembership,
  replacedSubscriptions,
  type Sold,
  type Subscription,
  type SubscriptionEventKind,
} from '@parvis/domain/subscription/membership'
import { type Membership, planLabel } from '@parvis/domain/subscription/plans'
import type { Temporal } from 'temporal-polyfill'
import { audited } from '../../audit.queries.ts'
import { readNow } from '../../db/clock.ts'
import type { Transaction } from '../../db/database.ts'
import { notifyCompany } from '../../db/notify.queries.ts'
import type { PaymentSubscription } from '../../gateways/payment/payment.ts'
import { enqueue } from '../../jobs/job.ts'
import { lockCompany } from '../company/index.ts'
import { notifyOfPlanEnd } from '../domains/index.ts'
import { notifyOfFact } from '../notices/index.ts'
import { listStandingSubscriptions, markReplaced, saveMembership } from './subscriptions.queries.ts'

/** What made the membership change, for the audit trail: never more than ids. */
type MembershipCause = { actor: string; subscriptionId?: string; event?: string }

/**
 * Gives the company the plan of its subscriptions, under the company's lock, with a line of audit when it changes.
 * Subscriptions that a newer one replaces give nothing any more and are ended at the provider by a job.
 */
export async function applyMembership(
  tx: Transaction,
  companyId: string,
  now: Temporal.Instant,
  { actor, ...details }: MembershipCause,
): Promise<void> {
  const { purchased: former } = await lockCompany(tx, companyId)
  const subscriptions = await listStandingSubscriptions(tx, companyId)
  const replaced = replacedSubscriptions(subscriptions, now.epochMilliseconds).map((one) => one.subscriptionId)
  await markReplaced(tx, replaced)
  for (const subscriptionId of replaced) await endAtProvider(tx, subscriptionId)

  const membership = purchasedMembership(subscriptions, now.epochMilliseconds)
  if (membership === former) return
  await changeMembership(tx, companyId, { from: former, to: membership, actor, ...details })
}

/** Tries of a job that asks the provider: some ten hours. After five it would bill on, minutes into an outage. */
export const providerTries = 12

/** Ends a subscription at the provider, by a job alone: of an erased business no row is left that would be asked about again. */
export async function endAtProvider(tx: Transaction, subscriptionId: string): Promise<void> {
  const options = { key: `end-subscription ${subscriptionId}`, attempts: providerTries }
  await enqueue(tx, 'end-subscription', { subscriptionId }, options)
}

/**
 * Writes the company's plan, for its subscriptions and for the operator's tool; owners are notified when no bought plan is left
 * (section 8 of team-and-access.md), and when their own domain stops with it (W-132).
 */
export async function changeMembership(
  tx: Transaction,
  companyId: string,
  { actor, ...details }: MembershipCause & { from: Membership; to: Membership },
): Promise<void> {
  if (details.from === 'digital' && details.to !== 'digital') await notifyOfPlanEnd(tx, companyId)
  await audited(
    tx,
    { table: 'companies', id: companyId },
    () => saveMembership(tx, companyId, details.to),
    () => ({ actor, action: 'membership.change', object: `company:${companyId}`, details }),
  )
  await notifyCompany(tx, companyId)
  if (details.to !== 'freemium' || details.from === 'freemium') return
  const { epochMilliseconds } = await readNow(tx)
  await notifyOfFact(tx, {
    companyId,
    kind: 'plan',
    event: `plan-ended-${companyId}-${epochMilliseconds}`,
    fact: {
      sentence: noticeTexts.planEnded(planLabel(details.from)),
      path: '/subscription',
      outcome: noticeTexts.withoutPlan,
    },
  })
}

/** What was bought, when and with which price of the provider's. */
type Purchase = Sold & { startedAt: number; priceId?: string | undefined }

type ProviderReading = {
  state: Subscription
  /** The price that its plan is paid with from now on. */
  priceId: string | undefined
  /** Billed by a price that is none of ours, since this reading. */
  isNewlyUnsold: boolean
}

/**
 * The subscription after what the provider just said of it. Readings follow one another (see `version`), so that each is
 * dated after the former one even when the development clock went back. The plan is the one that its price pays for; a
 * price that is none of ours counts as unpaid from the reading that finds it.
 * @param readAt epoch milliseconds of the reading
 * @param reversed invoices whose money went back
 */
export function readState(
  known: Subscription | undefined,
  subscription: PaymentSubscription,
  purchase: Purchase,
  { readAt, reversed = [] }: { readAt: number; reversed?: readonly string[] },
): ProviderReading {
  const at = Math.max(readAt, (known?.lastEventAt ?? 0) + 1)
  const sold = soldBy(subscription, purchase)
  const { plan, periodicity } = sold ?? purchase
  const paid = paidUntil(subscription, reversed, known)
  const isUnsold = sold === undefined
  const state = applySubscriptionEvent(known, {
    id: `read ${at}`,
    kind: isUnsold ? unsoldKind(subscription) : kindOf(subscription),
    subscriptionId: subscription.id,
    plan,
    periodicity,
    startedAt: purchase.startedAt,
    at,
    periodEnd: periodEnd(subscription, known, at),
    paidUntil: isUnsold ? earliest(paid, known?.paidUntil, readAt) : paid,
  })
  return {
    state,
    priceId: priceId(subscription, purchase, sold),
    isNewlyUnsold: isUnsold && known?.status !== 'past_due',
  }
}

const priceId = ({ price }: PaymentSubscription, purchase: Purchase, sold: Sold | undefined) =>
  (sold && price?.id) ?? purchase.priceId

/** What the subscription is billed by. Without a stored price (bought before prices were stored, or just now) it is the purchase itself. */
const soldBy = ({ price }: PaymentSubscription, purchase: Purchase): Sold | undefined =>
  price && purchase.priceId !== undefined ? planPaidBy(price, purchase) : purchase

const earliest = (...times: (number | undefined)[]) => Math.min(...times.filter((time) => time !== undefined))

const periodEnd = ({ currentPeriodEnd }: PaymentSubscription, known: Subscription | undefined, at: number) =>
  currentPeriodEnd === undefined ? (known?.periodEnd ?? at) : currentPeriodEnd * 1_000

/** The end of the last period that is paid; where all were given back, the beginning of the first. Epoch milliseconds. */
function paidUntil(
  { paidPeriods }: PaymentSubscription,
  reversed: readonly string[],
  known: Subscription | undefined,
): number | undefined {
  if (paidPeriods.length === 0) return known?.paidUntil
  const paid = paidPeriods.filter(({ invoiceId }) => !reversed.includes(invoiceId)).map(({ end }) => end)
  return 1_000 * (paid.length > 0 ? Math.max(...paid) : Math.min(...paidPeriods.map(({ start }) => start)))
}

const kinds: Partial<Record<PaymentSubscription['status'], SubscriptionEventKind>> = {
  active: 'renewed',
  trialing: 'renewed',
  past_due: 'payment_failed',
}

/** Whether a subscription gives rights: active and trialing do, past_due until `lapsesAt`; any other status ends it. */
function kindOf({ status, cancelAtPeriodEnd }: PaymentSubscription): SubscriptionEventKind {
  const kind = kinds[status] ?? 'ended'
  return kind === 'renewed' && cancelAtPeriodEnd ? 'cancelled_at_period_end' : kind
}

function unsoldKind(subscription: PaymentSubscription): SubscriptionEventKind {
  const kind = kindOf(subscription)
  return kind === 'ended' ? kind : 'payment_failed'
}
