import { everySold, type Sold } from '@parvis/domain/subscription/membership'
import type Stripe from 'stripe'
import { createCircuitBreaker } from '../circuit-breaker.ts'
import { address, type Environment, needed, noteFault, oneOf, optional } from '../environment.ts'
import { GatewayFailure } from '../gateway-failure.ts'
import { type HttpContext, logged } from '../http-client.ts'
import type { CheckoutRequest, Payment, PaymentCharge } from './payment.ts'
import { readWebhook } from './payment-events.ts'
import { openStripe, toFailure } from './stripe-client.ts'
import { paymentIntentOf, readCheckout, readPortal, toCharge, toSession, toSubscription } from './stripe-objects.ts'

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
      throw logged(error, 'payment stripe', context.log)
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
    readSubscription: (id) => call((stripe) => readSubscription(stripe, providerId(id, 'sub_'), settings.prices)),
    readCharge: (id) => call((stripe) => readCharge(stripe, providerId(id, 'ch_'))),
    endSubscription: (id, idempotencyKey) => call((stripe) => endSubscription(stripe, id, idempotencyKey)),
    endAtPeriodEnd: (id, on) => call((stripe) => unlessUnknown(endAtPeriodEnd(stripe, providerId(id, 'sub_'), on))),
    billingPortal: (customer, return_url) =>
      call(async (stripe) =>
        readPortal(await stripe.billingPortal.sessions.create({ customer, return_url, locale: 'fr' })),
      ),
    parseWebhook: (rawBody, header, nowSeconds) => readWebhook(rawBody, header, settings.webhookSecret, nowSeconds),
  }
}

function checkoutOf(request: CheckoutRequest, settings: StripeSettings): Stripe.Checkout.SessionCreateParams {
  const { companyId, planId, periodicity, customerId, customerEmail } = request
  const metadata = { companyId, userId: String(request.userId), planId, periodicity }
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
    subscription_data: {
      metadata,
      ...(request.description && { description: request.description }),
      ...(settings.taxRateId && { default_tax_rates: [settings.taxRateId] }),
    },
    metadata,
  }
}

/** A configured price of the account, else the amount itself; the caller compares the total afterwards. */
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

/** Invoices are read last, so that what is paid is never older than the period that it is compared with. */
async function readSubscription(stripe: Stripe, id: string, prices: StripeSettings['prices']) {
  const subscription = await stripe.subscriptions.retrieve(id)
  const invoices = await stripe.invoices.list({ subscription: id, status: 'paid', limit: latestInvoices })
  return toSubscription(subscription, invoices, soldByPrice(prices))
}

const latestInvoices = 12

function soldByPrice(prices: StripeSettings['prices']): Map<string, Sold> {
  return new Map(everySold.map((one) => [prices[`${one.plan}:${one.periodicity}`] ?? '', one]))
}

/** Since Stripe's "basil" version a charge names no invoice: the payment of the invoice names both. */
async function readCharge(stripe: Stripe, id: string): Promise<PaymentCharge> {
  const charge = await stripe.charges.retrieve(id)
  const disputes = await stripe.disputes.list({ charge: id })
  const payment_intent = paymentIntentOf(charge)
  const payments = payment_intent
    ? await stripe.invoicePayments.list({
        payment: { type: 'payment_intent', payment_intent },
        expand: ['data.invoice'],
      })
    : { data: [] }
  return toCharge(charge, disputes, payments)
}

async function endAtPeriodEnd(stripe: Stripe, id: string, on: boolean): Promise<void> {
  const { status } = await stripe.subscriptions.retrieve(id)
  // Stripe refuses to change one that has ended.
  if (status === 'canceled' || status === 'incomplete_expired') return
  await stripe.subscriptions.update(id, { cancel_at_period_end: on })
}

const endSubscription = (stripe: Stripe, id: string, idempotencyKey: string) =>
  unlessUnknown(
    stripe.subscriptions.cancel(providerId(id, 'sub_'), { invoice_now: false, prorate: false }, { idempotencyKey }),
  )

/** Stripe no longer knows a subscription that has ended. */
async function unlessUnknown(asked: Promise<unknown>): Promise<void> {
  await asked.catch((error: unknown) => {
    if (toFailure(error).kind !== 'not_found') throw error
  })
}

/** What a browser sent must look like an id before it goes into a path. */
function providerId(id: string, prefix: string): string {
  if (id.startsWith(prefix) && /^\w{4,255}$/.test(id)) return id
  throw new GatewayFailure('not_found', 'not an id of Stripe')
}

export type PaymentSettings = { provider: 'embedded' } | ({ provider: 'stripe' } & StripeSettings)

export function readPaymentSettings(env: Environment): PaymentSettings {
  const provider = oneOf(env, 'PAYMENT_PROVIDER', ['none', 'embedded', 'stripe'], 'embedded')
  if (provider !== 'stripe') return { provider: 'embedded' }
  const secretKey = needed(env, 'STRIPE_SECRET_KEY', 'la clé secrète ou restreinte de Stripe, sk_… ou rk_…')
  if (!/^(sk|rk)_(test|live)_\w+$/.test(secretKey)) {
    const sentence = 'STRIPE_SECRET_KEY doit commencer par sk_test_, sk_live_, rk_test_ ou rk_live_'
    noteFault(env, 'STRIPE_SECRET_KEY', sentence)
  }
  const webhookSecret = needed(env, 'STRIPE_WEBHOOK_SECRET', 'le secret de signature du webhook, whsec_…')
  return {
    provider: 'stripe',
    secretKey,
    webhookSecret,
    apiUrl: address(env, 'STRIPE_API_URL', 'https://api.stripe.com'),
    taxRateId: optional(env, 'STRIPE_TAX_RATE'),
    prices: readPrices(env),
  }
}

/** STRIPE_PRICE_PREMIUM_ANNUAL=price_…: without it the price is written in the call. */
function readPrices(env: Environment): Record<string, string> {
  const prices: Record<string, string> = {}
  for (const { plan, periodicity } of everySold) {
    const id = optional(env, `STRIPE_PRICE_${plan}_${periodicity}`.toUpperCase())
    if (id !== undefined) prices[`${plan}:${periodicity}`] = id
  }
  return prices
}
