import type Stripe from 'stripe'
import { createCircuitBreaker } from '../circuit-breaker.ts'
import { GatewayFailure } from '../gateway-failure.ts'
import type { HttpContext } from '../http-client.ts'
import type { CheckoutRequest, Payment } from './payment.ts'
import { readPaymentEvent } from './payment-events.ts'
import { openStripe } from './stripe-client.ts'
import { toFailure } from './stripe-failure.ts'
import { readCheckout, readPortal, toSession, toSubscription } from './stripe-objects.ts'
import { isWebhookSignatureValid } from './webhook-signature.ts'

export type StripeSettings = {
  secretKey: string
  webhookSecret: string
  /** Another address than Stripe's for a simulator. */
  apiUrl: string
  /** A tax rate of the Stripe account, written on the invoices; our amounts include tax. */
  taxRateId: string | undefined
  /** "premium:annual" → price_…; without one the price is written in the call. */
  prices: Readonly<Record<string, string>>
}

/** Stripe through its own library: Checkout in subscription mode, billing portal, webhooks. */
export function createStripePayment(settings: StripeSettings, context: HttpContext): Payment {
  const breaker = createCircuitBreaker('payment stripe')
  let opened: Promise<Stripe> | undefined
  const call = async <T>(ask: (stripe: Stripe) => Promise<T>): Promise<T> => {
    opened ??= openStripe(settings, context)
    const stripe = await opened
    try {
      return await breaker.run(() => ask(stripe).catch((error: unknown) => Promise.reject(toFailure(error))))
    } catch (error) {
      if (error instanceof GatewayFailure && error.kind !== 'not_found') {
        const { kind, status, providerCode, message } = error
        context.log.warn({ gateway: 'payment stripe', kind, status, providerCode, reason: message }, 'gateway failure')
      }
      throw error
    }
  }
  return {
    livemode: settings.secretKey.includes('_live_'),
    createCheckout: (request) =>
      call(async (stripe) => {
        const { idempotencyKey } = request
        return readCheckout(await stripe.checkout.sessions.create(checkoutOf(request, settings), { idempotencyKey }))
      }),
    readSession: (id) =>
      call(async (stripe) => toSession(await stripe.checkout.sessions.retrieve(providerId(id, 'cs_')))),
    readSubscription: (id) =>
      call(async (stripe) => toSubscription(await stripe.subscriptions.retrieve(providerId(id, 'sub_')))),
    endSubscription: (id, idempotencyKey) => call((stripe) => endSubscription(stripe, id, idempotencyKey)),
    billingPortal: (customer, return_url) =>
      call(async (stripe) =>
        readPortal(await stripe.billingPortal.sessions.create({ customer, return_url, locale: 'fr' })),
      ),
    parseWebhook(rawBody, header, nowSeconds) {
      if (!isWebhookSignatureValid(rawBody, header, settings.webhookSecret, nowSeconds)) return undefined
      return readPaymentEvent(rawBody)
    },
  }
}

function checkoutOf(request: CheckoutRequest, settings: StripeSettings): Stripe.Checkout.SessionCreateParams {
  const { companyId, planId, periodicity, customerId, customerEmail } = request
  const metadata = { ...request.metadata, companyId, userId: String(request.userId), planId, periodicity }
  return {
    mode: 'subscription',
    locale: 'fr',
    line_items: [{ quantity: 1, ...priceOf(request, settings) }],
    success_url: request.successUrl,
    cancel_url: request.cancelUrl,
    client_reference_id: companyId,
    billing_address_collection: 'required',
    tax_id_collection: { enabled: true },
    ...(customerId && { customer: customerId, customer_update: { name: 'auto', address: 'auto' } }),
    ...(!customerId && customerEmail && { customer_email: customerEmail }),
    subscription_data: { metadata, ...(settings.taxRateId && { default_tax_rates: [settings.taxRateId] }) },
    metadata,
  }
}

/** A price of the account when one is configured, else the amount itself; the caller checks the total in the end (T17). */
function priceOf(
  { planId, periodicity, amountCents, currency, label }: CheckoutRequest,
  { prices }: StripeSettings,
): Pick<Stripe.Checkout.SessionCreateParams.LineItem, 'price' | 'price_data'> {
  const price = prices[`${planId}:${periodicity}`]
  if (price !== undefined) return { price }
  return {
    price_data: {
      currency,
      unit_amount: amountCents,
      tax_behavior: 'inclusive',
      recurring: { interval: periodicity === 'monthly' ? 'month' : 'year' },
      product_data: { name: label },
    },
  }
}

async function endSubscription(stripe: Stripe, id: string, idempotencyKey: string): Promise<void> {
  try {
    await stripe.subscriptions.cancel(
      providerId(id, 'sub_'),
      { invoice_now: false, prorate: false },
      { idempotencyKey },
    )
  } catch (error) {
    // Stripe no longer knows a subscription that has ended.
    if (toFailure(error).kind !== 'not_found') throw error
  }
}

/** What a browser sent must look like an id before it goes into a path. */
function providerId(id: string, prefix: string): string {
  if (id.startsWith(prefix) && /^\w{4,255}$/.test(id)) return id
  throw new GatewayFailure('not_found', 'not an id of Stripe')
}
