import { testApp } from '@parvis/harness/server/test-app'
import { beforeEach, expect, test } from 'vitest'
import { run } from '../db/database.ts'
import type { SignedWebhook } from '../gateways/payment/payment-events.ts'
import { createEmbeddedCheckout } from './embedded-checkout.ts'
import { createEmbeddedPayment } from './embedded-payment.ts'

const server = testApp()

beforeEach(async () => {
  await run(server.db)`delete from embedded_payment_sessions`
  await run(server.db)`delete from embedded_payment_subscriptions`
})

const NOON = Date.UTC(2027, 0, 31, 12) / 1000

function open() {
  const payment = createEmbeddedPayment({ publicUrl: 'http://127.0.0.1:3000', webhookSecret: 'whsec' }, server.db)
  const read = ({ rawBody, signature }: SignedWebhook) => payment.parseWebhook(Buffer.from(rawBody), signature, NOON)
  return { payment, checkout: createEmbeddedCheckout('whsec', server.db), read }
}

async function openCheckout(payment: ReturnType<typeof open>['payment'], companyId = 'company-1') {
  return payment.createCheckout({
    companyId,
    userId: 1,
    planId: 'basic',
    periodicity: 'monthly',
    amountCents: 1188,
    currency: 'eur',
    label: 'BASIC',
    successUrl: 'https://pro.example/paymentSuccess?session_id={CHECKOUT_SESSION_ID}',
    cancelUrl: 'https://pro.example/paymentFail',
    idempotencyKey: `key-${companyId}`,
  })
}

test('the page shows what is to be paid', async () => {
  const { payment, checkout } = open()
  const { sessionId, url } = await openCheckout(payment)
  expect(url).toBe(`http://127.0.0.1:3000/v1/dev/checkout/${sessionId}`)
  expect(await checkout.find(sessionId)).toMatchObject({ label: 'BASIC', amountCents: 1188, currency: 'eur' })
  expect(await checkout.find('cs_test_unknown')).toBeUndefined()
  expect(await checkout.find("cs_test_' or 1=1\0")).toBeUndefined()
})

test('a refused card and a change of mind come back unpaid, and the page still works', async () => {
  const { payment, checkout } = open()
  const { sessionId } = await openCheckout(payment)
  for (const outcome of ['unpaid', 'cancel'] as const) {
    const answer = await checkout.settle(sessionId, outcome, NOON)
    expect(answer).toEqual({ redirectTo: 'https://pro.example/paymentFail', webhooks: [] })
    expect(await payment.readSession(sessionId)).toMatchObject({ status: 'unpaid', state: 'open' })
  }
  const paid = await checkout.settle(sessionId, 'paid', NOON)
  expect(paid?.redirectTo).toBe(`https://pro.example/paymentSuccess?session_id=${sessionId}`)
  expect(paid?.webhooks).toHaveLength(2)
})

test('T17 thirty clicks on "Payer" at once pay once', async () => {
  const { payment, checkout, read } = open()
  const { sessionId } = await openCheckout(payment)
  const answers = await Promise.all(Array.from({ length: 30 }, () => checkout.settle(sessionId, 'paid', NOON)))
  const webhooks = answers.flatMap((answer) => answer?.webhooks ?? [])
  expect(webhooks.map(read).map((event) => event?.type)).toEqual(['checkout.session.completed', 'invoice.paid'])
  expect(await checkout.settle(sessionId, 'cancel', NOON)).toMatchObject({ webhooks: [] })
  expect(await payment.readSession(sessionId)).toMatchObject({ status: 'paid' })
})

test('the provider renews, fails and ends a subscription', async () => {
  const { payment, checkout, read } = open()
  const { sessionId } = await openCheckout(payment)
  expect(await checkout.playSubscription('company-1', 'renewed', NOON)).toEqual([])
  await checkout.settle(sessionId, 'paid', NOON)
  const { subscriptionId = '' } = await payment.readSession(sessionId)
  const types = async (event: 'renewed' | 'payment_failed' | 'cancelled') =>
    (await checkout.playSubscription('company-1', event, NOON)).map(read).map((told) => told?.type)
  const end = Date.UTC(2027, 1, 28, 12) / 1000
  expect(await payment.readSubscription(subscriptionId)).toMatchObject({ status: 'active', currentPeriodEnd: end })
  expect(await types('payment_failed')).toEqual(['invoice.payment_failed', 'customer.subscription.updated'])
  expect(await payment.readSubscription(subscriptionId)).toMatchObject({ status: 'past_due', currentPeriodEnd: end })
  expect(await types('renewed')).toEqual(['invoice.paid', 'customer.subscription.updated'])
  const next = Date.UTC(2027, 2, 28, 12) / 1000
  expect(await payment.readSubscription(subscriptionId)).toMatchObject({ status: 'active', currentPeriodEnd: next })
  expect(await types('cancelled')).toEqual(['customer.subscription.deleted'])
  expect(await payment.readSubscription(subscriptionId)).toMatchObject({ status: 'canceled' })
  expect(await types('renewed')).toEqual([])
})
