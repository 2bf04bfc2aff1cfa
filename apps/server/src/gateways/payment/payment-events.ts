import { z } from 'zod'
import type { PaymentEvent } from './payment.ts'

/** Turns the JSON of a Stripe event into what the product acts on; undefined when it is not an event at all. */
export function readPaymentEvent(rawBody: Buffer): PaymentEvent | undefined {
  const parsed = eventSchema.safeParse(parseJson(rawBody))
  if (!parsed.success) return undefined
  const { id, livemode, created, type, data } = parsed.data
  const common = { id, livemode, createdAt: created }
  if (isSessionType(type)) return { ...common, type, sessionId: data.object.id }
  if (isSubscriptionType(type)) return { ...common, type, subscriptionId: data.object.id }
  if (isInvoiceType(type)) return { ...common, type, ...readInvoice(data.object) }
  if (isChargeType(type)) return { ...common, type, chargeId: idOf(data.object.charge) ?? data.object.id }
  return { ...common, type: 'ignored' }
}

const idOrObject = z.union([z.string(), z.object({ id: z.string() })]).nullish()

const objectSchema = z.object({
  id: z.string().default(''),
  customer: idOrObject.catch(undefined),
  // A dispute and a refund name their charge; a charge is the object itself.
  charge: idOrObject.catch(undefined),
  amount_paid: z.number().int().catch(0),
  // Since Stripe's "basil" version the subscription of an invoice stands under `parent`.
  parent: z
    .object({ subscription_details: z.object({ subscription: idOrObject }).nullish() })
    .nullish()
    .catch(undefined),
})

const eventSchema = z.object({
  id: z.string().min(1).max(255),
  object: z.literal('event'),
  type: z.string(),
  livemode: z.boolean(),
  created: z.number().int(),
  data: z.object({ object: objectSchema }),
})

const SESSION_TYPES = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
] as const
const SUBSCRIPTION_TYPES = [
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
] as const
const INVOICE_TYPES = ['invoice.paid', 'invoice.payment_failed', 'invoice.payment_action_required'] as const

const CHARGE_TYPES = [
  'charge.refunded',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
  'refund.failed',
] as const

const isSessionType = (type: string) => isOneOf(SESSION_TYPES, type)
const isSubscriptionType = (type: string) => isOneOf(SUBSCRIPTION_TYPES, type)
const isInvoiceType = (type: string) => isOneOf(INVOICE_TYPES, type)
const isChargeType = (type: string) => isOneOf(CHARGE_TYPES, type)

function isOneOf<T extends string>(types: readonly T[], type: string): type is T {
  return types.some((one) => one === type)
}

function readInvoice(invoice: z.infer<typeof objectSchema>) {
  return {
    invoiceId: invoice.id,
    customerId: idOf(invoice.customer),
    subscriptionId: idOf(invoice.parent?.subscription_details?.subscription),
    amountCents: invoice.amount_paid,
  }
}

function idOf(value: z.infer<typeof idOrObject>): string | undefined {
  return typeof value === 'string' ? value : value?.id
}

function parseJson(rawBody: Buffer): unknown {
  try {
    return JSON.parse(rawBody.toString('utf8'))
  } catch {
    return undefined
  }
}
