import {
  applySubscriptionEvent,
  planPaidBy,
  type Sold,
  type Subscription,
  type SubscriptionEventKind,
} from '@parvis/domain/subscription/membership'
import type { PaymentSubscription } from '../../gateways/payment/payment.ts'

/** What was bought, when and with which price of the provider's. */
export type Purchase = Sold & { startedAt: number; priceId?: string | undefined }

export type ProviderReading = {
  state: Subscription
  /** The price that its plan is paid with from now on. */
  priceId: string | undefined
  /** Billed by something that we do not sell, since this reading. */
  isNewlyUnsold: boolean
}

/**
 * The subscription after what the provider just said of it. Readings follow one another (see `version`), so that each is
 * dated after the former one even when the development clock went back. The plan is the one that its price pays for; a
 * price that is none of ours counts as unpaid from the reading that finds it (F14).
 * @param readAt epoch milliseconds of the reading
 * @param reversed invoices whose money went back
 */
export function readState(
  known: Subscription | undefined,
  told: PaymentSubscription,
  purchase: Purchase,
  { readAt, reversed = [] }: { readAt: number; reversed?: readonly string[] },
): ProviderReading {
  const at = Math.max(readAt, (known?.lastEventAt ?? 0) + 1)
  const sold = soldBy(told, purchase)
  const { plan, periodicity } = sold ?? purchase
  const paid = paidUntil(told, reversed, known)
  const isUnsold = sold === undefined
  const state = applySubscriptionEvent(known, {
    id: `read ${at}`,
    kind: isUnsold ? unsoldKind(told) : kindOf(told),
    subscriptionId: told.id,
    plan,
    periodicity,
    startedAt: purchase.startedAt,
    at,
    periodEnd: periodEnd(told, known, at),
    paidUntil: isUnsold ? earliest(paid, known?.paidUntil, readAt) : paid,
  })
  return { state, priceId: priceId(told, purchase, sold), isNewlyUnsold: isUnsold && known?.status !== 'past_due' }
}

const priceId = ({ price }: PaymentSubscription, purchase: Purchase, sold: Sold | undefined) =>
  (sold && price?.id) ?? purchase.priceId

/** Bought before prices were kept, or just now, as asked: what it is billed by is what was bought. */
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
  const kept = paidPeriods.filter(({ invoiceId }) => !reversed.includes(invoiceId)).map(({ end }) => end)
  return 1_000 * (kept.length > 0 ? Math.max(...kept) : Math.min(...paidPeriods.map(({ start }) => start)))
}

const kinds: Partial<Record<PaymentSubscription['status'], SubscriptionEventKind>> = {
  active: 'renewed',
  trialing: 'renewed',
  past_due: 'payment_failed',
}

/** Only active and trialing give rights, past_due until `lapsesAt`; every other word is the end. */
function kindOf({ status, cancelAtPeriodEnd }: PaymentSubscription): SubscriptionEventKind {
  const kind = kinds[status] ?? 'ended'
  return kind === 'renewed' && cancelAtPeriodEnd ? 'cancelled_at_period_end' : kind
}

function unsoldKind(told: PaymentSubscription): SubscriptionEventKind {
  const kind = kindOf(told)
  return kind === 'ended' ? kind : 'payment_failed'
}
