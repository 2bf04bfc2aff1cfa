import { randomBytes } from 'node:crypto'
import { momentAt } from '../db/clock.ts'
import type { Db } from '../db/database.ts'
import { type SignedWebhook, signWebhook } from '../gateways/payment/payment-events.ts'
import { isSessionId } from './embedded-payment.ts'
import {
  closeEmbeddedSession,
  findEmbeddedSession,
  findEmbeddedSubscriptionOf,
  saveEmbeddedSubscription,
  updateEmbeddedSubscription,
} from './payment-store.queries.ts'
import type { EmbeddedSession, EmbeddedSubscription } from './tables.queries.ts'

export type CheckoutOutcome = 'paid' | 'unpaid' | 'cancel'

/** The embedded payment page, and the webhooks that the provider would send afterwards. */
export type EmbeddedCheckout = ReturnType<typeof createEmbeddedCheckout>

export function createEmbeddedCheckout(webhookSecret: string, db: Db) {
  const signed = (type: string, object: object, nowSeconds: number): SignedWebhook => {
    const id = `evt_${randomBytes(12).toString('hex')}`
    const created = Math.floor(nowSeconds)
    const rawBody = JSON.stringify({ id, object: 'event', type, livemode: false, created, data: { object } })
    return { rawBody, signature: signWebhook(rawBody, webhookSecret, nowSeconds) }
  }
  /** Content of the page; undefined for an unknown session. */
  const find = async (sessionId: string) => (isSessionId(sessionId) ? findEmbeddedSession(db, sessionId) : undefined)
  return {
    find,
    /**
     * The buttons "Payer" (paid), "Refuser la carte" (unpaid), "Annuler" (cancel). Only the first 'paid' of a session
     * pays; a refused card leaves it open. `webhooks` is empty unless this call paid. `nowSeconds` is the product's
     * clock, since webhooks are checked against it. undefined for an unknown session.
     */
    async settle(sessionId: string, outcome: CheckoutOutcome, nowSeconds: number) {
      const session = await find(sessionId)
      if (!session) return undefined
      if (outcome !== 'paid') return { redirectTo: session.cancelUrl, webhooks: [] }
      const redirectTo = session.successUrl.replace('{CHECKOUT_SESSION_ID}', session.id)
      const subscription = subscriptionOf(session, nowSeconds)
      // The subscription is saved before the session is closed: whoever sees "paid" can read it.
      await saveEmbeddedSubscription(db, subscription)
      const result = { state: 'complete', status: 'paid', subscriptionId: subscription.id } as const
      if (!(await closeEmbeddedSession(db, session.id, result))) {
        await updateEmbeddedSubscription(db, subscription.id, { status: 'canceled' })
        return { redirectTo, webhooks: [] }
      }
      const webhooks = [
        signed('checkout.session.completed', { id: session.id, object: 'checkout.session' }, nowSeconds),
        signed('invoice.paid', invoiceOf(subscription), nowSeconds),
      ]
      return { redirectTo, webhooks }
    },
    /** Plays the provider later in the life of a company's subscription; empty when it has none (api.md 8.16). */
    async playSubscription(companyId: string, event: 'renewed' | 'payment_failed' | 'cancelled', nowSeconds: number) {
      const subscription = await findEmbeddedSubscriptionOf(db, companyId)
      if (!subscription) return []
      const { status, currentPeriodEnd, type } = nextState(subscription, event)
      await updateEmbeddedSubscription(db, subscription.id, { status, currentPeriodEnd })
      const payload = { id: subscription.id, object: 'subscription', customer: subscription.customerId, status }
      const kind = event === 'cancelled' ? 'customer.subscription.deleted' : 'customer.subscription.updated'
      const after = signed(kind, payload, nowSeconds)
      return type ? [signed(type, invoiceOf(subscription), nowSeconds), after] : [after]
    },
  }
}

function subscriptionOf(session: EmbeddedSession, nowSeconds: number): EmbeddedSubscription {
  const { companyId, customerId, periodicity, amountCents, metadata } = session
  return {
    id: `sub_${randomBytes(12).toString('hex')}`,
    companyId,
    customerId,
    periodicity,
    amountCents,
    status: 'active',
    currentPeriodEnd: periodEnd(nowSeconds, periodicity),
    metadata,
  }
}

function nextState(subscription: EmbeddedSubscription, event: 'renewed' | 'payment_failed' | 'cancelled') {
  const { currentPeriodEnd, periodicity } = subscription
  if (event === 'cancelled') return { status: 'canceled', currentPeriodEnd, type: undefined } as const
  if (event === 'payment_failed') {
    return { status: 'past_due', currentPeriodEnd, type: 'invoice.payment_failed' } as const
  }
  const next = periodEnd(currentPeriodEnd, periodicity)
  return { status: 'active', currentPeriodEnd: next, type: 'invoice.paid' } as const
}

/** A calendar month or year later, in UTC; 31 January gives the last day of February, as Stripe does. */
function periodEnd(fromSeconds: number, periodicity: 'monthly' | 'annual'): number {
  const from = momentAt(Math.floor(fromSeconds) * 1000).toZonedDateTimeISO('UTC')
  return from.add({ months: periodicity === 'monthly' ? 1 : 12 }).epochMilliseconds / 1000
}

function invoiceOf({ id, customerId, amountCents }: EmbeddedSubscription) {
  return {
    id: `in_${randomBytes(12).toString('hex')}`,
    object: 'invoice',
    customer: customerId,
    amount_paid: amountCents,
    parent: { type: 'subscription_details', subscription_details: { subscription: id } },
  }
}
