import { randomBytes } from 'node:crypto'
import type { Db } from '../db/database.ts'
import { GatewayFailure } from '../gateways/gateway-failure.ts'
import type {
  CheckoutRequest,
  Payment,
  PaymentCharge,
  PaymentSession,
  PaymentSubscription,
} from '../gateways/payment/payment.ts'
import { readWebhook } from '../gateways/payment/payment-events.ts'
import {
  findEmbeddedSession,
  findEmbeddedSubscription,
  saveEmbeddedSession,
  updateEmbeddedSubscription,
} from './payment-store.queries.ts'
import type { EmbeddedSession, EmbeddedSubscription } from './tables.queries.ts'

export type EmbeddedPaymentSettings = {
  /** Address people reach the server at, without final slash. */
  publicUrl: string
  webhookSecret: string
}

/**
 * Looks like a hosted checkout without network, account or money: the page is /v1/dev/checkout/{id}.
 * What the buttons of that page do stands in embedded-checkout.ts.
 */
export function createEmbeddedPayment(settings: EmbeddedPaymentSettings, db: Db): Payment {
  // Looks like the provider's portal: there is nothing to manage without money.
  const billingPage = `${settings.publicUrl}/dev/factures`
  return {
    livemode: false,
    async createCheckout(request) {
      const session = await saveEmbeddedSession(db, newSession(request))
      return { sessionId: session.id, url: `${settings.publicUrl}/v1/dev/checkout/${session.id}` }
    },
    readSession: async (id) => toSession(found(isSessionId(id) && (await findEmbeddedSession(db, id)), 'session')),
    readSubscription: async (id) => toSubscription(found(await findEmbeddedSubscription(db, id), 'subscription')),
    endSubscription: (id) => updateEmbeddedSubscription(db, id, { status: 'canceled' }),
    endAtPeriodEnd: (id, on) => updateEmbeddedSubscription(db, id, { cancelAtPeriodEnd: on }),
    // The embedded provider has no refunds.
    readCharge: async () => found<PaymentCharge>(undefined, 'charge'),
    billingPortal: async () => billingPage,
    billingPage,
    parseWebhook: (rawBody, header, nowSeconds) => readWebhook(rawBody, header, settings.webhookSecret, nowSeconds),
  }
}

function newSession(request: CheckoutRequest): EmbeddedSession {
  const { userId, customerId, ...asked } = request
  const { companyId, planId, periodicity } = asked
  return {
    ...asked,
    id: `cs_test_${randomBytes(24).toString('hex')}`,
    state: 'open',
    status: 'unpaid',
    customerId: customerId ?? `cus_${randomBytes(9).toString('hex')}`,
    subscriptionId: null,
    metadata: { companyId, userId: String(userId), planId, periodicity },
  }
}

function toSession(session: EmbeddedSession): PaymentSession {
  const { id, status, state, amountCents, currency, subscriptionId, metadata } = session
  return {
    id,
    status,
    state,
    mode: 'subscription',
    amountCents,
    currency,
    livemode: false,
    subscriptionId: subscriptionId ?? undefined,
    metadata,
  }
}

function toSubscription(subscription: EmbeddedSubscription): PaymentSubscription {
  const { id, status, customerId, currentPeriodEnd, metadata, cancelAtPeriodEnd = false } = subscription
  const stored = { id, status, livemode: false, customerId, currentPeriodEnd, cancelAtPeriodEnd, metadata }
  return { ...stored, price: undefined, paidPeriods: [] }
}

/** What a browser sent must look like an id before it reaches the store. */
export const isSessionId = (id: string) => /^cs_test_\w{1,64}$/.test(id)

function found<T>(row: T | false | undefined, what: string): T {
  if (!row) throw new GatewayFailure('not_found', `embedded payment: no such ${what}`)
  return row
}
