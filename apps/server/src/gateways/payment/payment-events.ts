import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { parseJson } from '../../parse-json.ts'
import { isSameBytes } from '../../same-bytes.ts'

const sessionTypes = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
]
const subscriptionTypes = [
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
]
const invoiceTypes = ['invoice.paid', 'invoice.payment_failed', 'invoice.payment_action_required']
const chargeTypes = [
  'charge.refunded',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
  'refund.failed',
]

/** What a webhook may say. Of its object only the id, which is read again at the provider; none of a type that we do not act on. */
export type PaymentEvent = {
  /** Primary key of the events already applied. */
  id: string
  livemode: boolean
  /** Unix seconds. */
  createdAt: number
  type: string
} & ({ sessionId: string } | { subscriptionId: string | undefined } | { chargeId: string })

/** Turns the JSON of a Stripe event into what the product acts on; undefined when it is not an event at all. */
function readPaymentEvent(rawBody: Buffer): PaymentEvent | undefined {
  const parsed = eventSchema.safeParse(parseJson(rawBody.toString('utf8')))
  if (!parsed.success) return undefined
  const { id, livemode, created: createdAt, type, data } = parsed.data
  return { id, livemode, createdAt, type, ...objectOf(type, data.object) }
}

function objectOf(type: string, object: z.infer<typeof objectSchema>) {
  if (sessionTypes.includes(type)) return { sessionId: object.id }
  if (chargeTypes.includes(type)) return { chargeId: idOfReference(object.charge) ?? object.id }
  if (subscriptionTypes.includes(type)) return { subscriptionId: object.id }
  const invoiced = object.parent?.subscription_details?.subscription
  return { subscriptionId: invoiceTypes.includes(type) ? idOfReference(invoiced) : undefined }
}

/** Stripe names an object by its id, or gives it whole. */
export const reference = z.union([z.string(), z.object({ id: z.string() })]).nullish()

const objectSchema = z.object({
  id: z.string().default(''),
  // A dispute and a refund name their charge; a charge is the object itself.
  charge: reference.catch(undefined),
  // Since Stripe's "basil" version the subscription of an invoice stands under `parent`.
  parent: z
    .object({ subscription_details: z.object({ subscription: reference }).nullish() })
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

export function idOfReference(value: z.infer<typeof reference>): string | undefined {
  return typeof value === 'string' ? value : value?.id
}

/** A webhook call ready to be posted to /v1/payment/webhook with the header stripe-signature. */
export type SignedWebhook = { rawBody: string; signature: string }

/** Stripe's own default tolerance; we also apply it to the future, which Stripe's library does not. */
const toleranceSeconds = 300

/** The header `t=…,v1=…` of a raw body, as Stripe documents it: HMAC-SHA256 of `${t}.${body}`. */
export function signWebhook(rawBody: string | Buffer, secret: string, nowSeconds: number): string {
  const t = Math.floor(nowSeconds)
  return `t=${t},v1=${digest(rawBody, secret, String(t)).toString('hex')}`
}

/** The event of a call that is signed with our secret; undefined for any other call, and for what is no event. */
export function readWebhook(
  rawBody: Buffer,
  header: string | undefined,
  secret: string,
  nowSeconds: number,
): PaymentEvent | undefined {
  return isSignatureValid(rawBody, header, secret, nowSeconds) ? readPaymentEvent(rawBody) : undefined
}

/** True when one v1 signature is ours and its time is within 300 s of `nowSeconds`, before or after. */
function isSignatureValid(rawBody: Buffer, header: string | undefined, secret: string, nowSeconds: number): boolean {
  const parts = (header ?? '').split(',').map((part) => part.trim().split('=', 2))
  const time = parts.find(([name]) => name === 't')?.[1]
  if (time === undefined || !/^\d{1,12}$/.test(time)) return false
  if (Math.abs(nowSeconds - Number(time)) > toleranceSeconds) return false
  const expected = digest(rawBody, secret, time)
  return parts.some(([name, value]) => name === 'v1' && isSameBytes(Buffer.from(value ?? '', 'hex'), expected))
}

function digest(rawBody: string | Buffer, secret: string, time: string): Buffer {
  return createHmac('sha256', secret).update(`${time}.`).update(rawBody).digest()
}
