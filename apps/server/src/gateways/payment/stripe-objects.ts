import type { BilledPrice, Sold } from '@parvis/domain/subscription/membership'
import type { Periodicity } from '@parvis/domain/subscription/plans'
import { z } from 'zod'
import { GatewayFailure } from '../gateway-failure.ts'
import type { PaidPeriod, PaymentCharge, PaymentSession, PaymentSubscription } from './payment.ts'
import { idOfReference, reference } from './payment-events.ts'

/** A new Checkout session: where the browser goes. */
export function readCheckout(object: unknown): { sessionId: string; url: string } {
  const { id, url } = read(checkoutSchema, object)
  return { sessionId: id, url }
}

export function readPortal(object: unknown): string {
  return read(portalSchema, object).url
}

export function toSession(object: unknown): PaymentSession {
  const session = read(sessionSchema, object)
  return {
    id: session.id,
    // A 100 % coupon leaves nothing to pay.
    status: session.payment_status === 'unpaid' ? 'unpaid' : 'paid',
    state: session.status ?? 'expired',
    mode: session.mode === 'subscription' ? 'subscription' : 'other',
    amountCents: session.amount_total ?? 0,
    currency: session.currency ?? '',
    livemode: session.livemode,
    subscriptionId: idOfReference(session.subscription),
    metadata: session.metadata ?? {},
  }
}

/** `configured`: the plan of each price that the settings name. */
export function toSubscription(
  object: unknown,
  paidInvoices: unknown,
  configured: ReadonlyMap<string, Sold>,
): PaymentSubscription {
  const { id, status, livemode, customer, items, cancel_at_period_end, metadata } = read(subscriptionSchema, object)
  const item = items.data[0]
  return {
    id,
    status,
    livemode,
    customerId: idOfReference(customer) ?? '',
    // On the item since Stripe's "basil" version.
    currentPeriodEnd: item?.current_period_end,
    cancelAtPeriodEnd: cancel_at_period_end,
    price: item?.price && toPrice(item.price, configured),
    paidPeriods: read(invoicesSchema, paidInvoices).data.flatMap(toPaidPeriod),
    metadata,
  }
}

const intervals: Partial<Record<string, Periodicity>> = { month: 'monthly', year: 'annual' }

function toPrice(price: z.infer<typeof priceSchema>, configured: ReadonlyMap<string, Sold>): BilledPrice {
  const { id, unit_amount, currency, recurring } = price
  return {
    id,
    amountCents: unit_amount ?? undefined,
    currency,
    periodicity: recurring?.interval_count === 1 ? intervals[recurring.interval] : undefined,
    configuredAs: configured.get(id),
  }
}

/** From the first to the last day that its lines bill; lines that give money back for a change of plan bill none. */
function toPaidPeriod({ id, lines }: z.infer<typeof invoicesSchema>['data'][number]): PaidPeriod[] {
  const billed = lines.data.filter(({ amount }) => amount >= 0).map(({ period }) => period)
  if (billed.length === 0) return []
  const start = Math.min(...billed.map((period) => period.start))
  return [{ invoiceId: id, start, end: Math.max(...billed.map((period) => period.end)) }]
}

/** A charge, the disputes about it, and the payments of invoices that it made, their invoices expanded. */
export function toCharge(object: unknown, disputes: unknown, payments: unknown): PaymentCharge {
  const { id, livemode, amount, amount_refunded } = read(chargeSchema, object)
  const invoice = read(invoicePaymentsSchema, payments).data[0]?.invoice
  const isDisputed = read(disputesSchema, disputes).data.some(({ status }) => withheld.has(status))
  const isRefunded = amount > 0 && amount_refunded >= amount
  return {
    id,
    livemode,
    subscriptionId: idOfReference(invoice?.parent?.subscription_details?.subscription),
    invoiceId: invoice?.id,
    amountCents: amount,
    refundedCents: amount_refunded,
    reversal: isRefunded ? 'refund' : isDisputed ? 'dispute' : undefined,
  }
}

export const paymentIntentOf = (charge: unknown): string | undefined =>
  idOfReference(read(chargeSchema, charge).payment_intent)

/** The bank has the money until a dispute is won; an inquiry (warning_…) takes none. */
const withheld = new Set(['needs_response', 'under_review', 'lost'])

function read<T>(schema: z.ZodType<T>, object: unknown): T {
  const parsed = schema.safeParse(object)
  if (!parsed.success) throw new GatewayFailure('unavailable', 'Stripe: answer of an unknown shape')
  return parsed.data
}

const metadata = z.record(z.string(), z.string())

const checkoutSchema = z.object({ id: z.string().startsWith('cs_'), url: z.url({ protocol: /^https?$/ }) })
const portalSchema = z.object({ url: z.url({ protocol: /^https?$/ }) })

const sessionSchema = z.object({
  id: z.string().startsWith('cs_'),
  mode: z.string(),
  status: z.enum(['open', 'complete', 'expired']).nullable(),
  payment_status: z.enum(['paid', 'unpaid', 'no_payment_required']),
  amount_total: z.number().int().nullable(),
  currency: z.string().nullable(),
  livemode: z.boolean(),
  subscription: reference,
  metadata: metadata.nullable(),
})

const priceSchema = z.object({
  id: z.string(),
  unit_amount: z.number().int().nullish(),
  currency: z.string(),
  recurring: z.object({ interval: z.string(), interval_count: z.number().int().default(1) }).nullish(),
})

const period = z.object({ start: z.number().int(), end: z.number().int() })
const invoicesSchema = z.object({
  data: z.array(
    z.object({ id: z.string(), lines: z.object({ data: z.array(z.object({ amount: z.number().int(), period })) }) }),
  ),
})

const chargeSchema = z.object({
  id: z.string().startsWith('ch_'),
  livemode: z.boolean(),
  amount: z.number().int(),
  amount_refunded: z.number().int(),
  payment_intent: reference,
})
const disputesSchema = z.object({ data: z.array(z.object({ status: z.string() })) })
const invoicePaymentsSchema = z.object({
  data: z.array(
    z.object({
      invoice: z.object({
        id: z.string(),
        parent: z.object({ subscription_details: z.object({ subscription: reference }).nullish() }).nullish(),
      }),
    }),
  ),
})

const subscriptionSchema = z.object({
  id: z.string().startsWith('sub_'),
  status: z.enum([
    'active',
    'trialing',
    'past_due',
    'unpaid',
    'canceled',
    'incomplete',
    'incomplete_expired',
    'paused',
  ]),
  livemode: z.boolean(),
  customer: reference,
  items: z.object({
    data: z.array(z.object({ current_period_end: z.number().int().optional(), price: priceSchema.optional() })),
  }),
  cancel_at_period_end: z.boolean(),
  metadata,
})
