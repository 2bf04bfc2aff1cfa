import { address, type Environment, needed, noteFault, oneOf, optional } from '../environment.ts'
import type { StripeSettings } from './stripe-payment.ts'

export type PaymentSettings = { provider: 'embedded' } | ({ provider: 'stripe' } & StripeSettings)

export function readPaymentSettings(env: Environment): PaymentSettings {
  if (oneOf(env, 'PAYMENT_PROVIDER', ['embedded', 'stripe'], 'embedded') === 'embedded') return { provider: 'embedded' }
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

const PRICE_NAMES = ['basic', 'premium', 'digital'].flatMap((plan) =>
  (['monthly', 'annual'] as const).map((periodicity) => ({ plan, periodicity })),
)

/** STRIPE_PRICE_PREMIUM_ANNUAL=price_…: without it the price is written in the call. */
function readPrices(env: Environment): Record<string, string> {
  const prices: Record<string, string> = {}
  for (const { plan, periodicity } of PRICE_NAMES) {
    const id = optional(env, `STRIPE_PRICE_${plan}_${periodicity}`.toUpperCase())
    if (id !== undefined) prices[`${plan}:${periodicity}`] = id
  }
  return prices
}
