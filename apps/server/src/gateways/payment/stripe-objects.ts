import { z } from 'zod'
import { GatewayFailure } from '../gateway-failure.ts'
import type { PaymentSession, PaymentSubscription } from './payment.ts'

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
    // A 100 % coupon leaves nothing to pay (AMB-69).
    status: session.payment_status === 'unpaid' ? 'unpaid' : 'paid',
    state: session.status ?? 'expired',
    mode: session.mode === 'subscription' ? 'subscription' : 'other',
    amountCents: session.amount_total ?? 0,
    currency: session.currency ?? '',
    livemode: session.livemode,
    customerId: idOf(session.customer),
    subscriptionId: idOf(session.subscription),
    metadata: session.metadata ?? {},
  }
}

export function toSubscription(object: unknown): PaymentSubscription {
  const { id, status, livemode, customer, items, cancel_at_period_end, metadata } = read(subscriptionSchema, object)
  return {
    id,
    status,
    livemode,
    customerId: idOf(customer) ?? '',
    // On the item since Stripe's "basil" version.
    currentPeriodEnd: items.data[0]?.current_period_end,
    cancelAtPeriodEnd: cancel_at_period_end,
    metadata,
  }
}

function read<T>(schema: z.ZodType<T>, object: unknown): T {
  const parsed = schema.safeParse(object)
  if (!parsed.success) throw new GatewayFailure('unavailable', 'Stripe: answer of an unknown shape')
  return parsed.data
}

const reference = z.union([z.string(), z.object({ id: z.string() })]).nullish()
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
  customer: reference,
  subscription: reference,
  metadata: metadata.nullable(),
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
  items: z.object({ data: z.array(z.object({ current_period_end: z.number().int().optional() })) }),
  cancel_at_period_end: z.boolean(),
  metadata,
})

function idOf(value: z.infer<typeof reference>): string | undefined {
  return typeof value === 'string' ? value : value?.id
}
