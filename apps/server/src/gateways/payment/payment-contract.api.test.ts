import { startFakeProvider } from '@parvis/harness/fakes/fake-provider'
import { createFakeStripe } from '@parvis/harness/fakes/fake-stripe'
import { untilFileEnds } from '@parvis/harness/server/lifetimes'
import { testApp } from '@parvis/harness/server/test-app'
import { beforeEach, describe, expect, test } from 'vitest'
import { run } from '../../db/database.ts'
import { createEmbeddedCheckout } from '../../development/embedded-checkout.ts'
import { createEmbeddedPayment } from '../../development/embedded-payment.ts'
import type { CheckoutRequest, Payment } from './payment.ts'
import type { SignedWebhook } from './payment-events.ts'
import { createStripePayment } from './stripe-payment.ts'

type Provider = { payment: Payment; pay: (sessionId: string) => Promise<SignedWebhook[]> }

const SECRET = 'whsec_contract'
const KEY = 'sk_test_contract'
const app = testApp()

beforeEach(async () => {
  await run(app.db)`delete from embedded_payment_sessions`
  await run(app.db)`delete from embedded_payment_subscriptions`
})
const server = untilFileEnds(await startFakeProvider())

function embedded(): Provider {
  const checkout = createEmbeddedCheckout(SECRET, app.db)
  const payment = createEmbeddedPayment({ publicUrl: 'http://127.0.0.1:3000', webhookSecret: SECRET }, app.db)
  return { payment, pay: async (id) => (await checkout.settle(id, 'paid', now()))?.webhooks ?? [] }
}

function stripe(): Provider {
  const fake = createFakeStripe(KEY, SECRET)
  server.reply(fake.handle)
  const settings = { secretKey: KEY, webhookSecret: SECRET, apiUrl: server.url, taxRateId: undefined, prices: {} }
  const context = { log: { info: () => {}, warn: () => {} }, userAgent: 'Parvis tests' }
  return { payment: createStripePayment(settings, context), pay: async (id) => fake.pay(id) }
}

const now = () => Math.floor(Date.now() / 1000)

const request: CheckoutRequest = {
  companyId: '5b6f0b3e-6d0e-4d5e-9d53-0a8a3f1f2a11',
  userId: 12,
  planId: 'premium',
  periodicity: 'annual',
  amountCents: 29880,
  currency: 'eur',
  label: 'PREMIUM – abonnement annuel',
  successUrl: 'https://pro.example/paymentSuccess?session_id={CHECKOUT_SESSION_ID}',
  cancelUrl: 'https://pro.example/paymentFail',
  idempotencyKey: 'checkout:1',
}
const metadata = { companyId: request.companyId, userId: '12', planId: 'premium', periodicity: 'annual' }

describe.each([
  ['embedded', embedded],
  ['Stripe', stripe],
] as const)('%s payment', (_name, open) => {
  test('a new checkout has an address and nobody paid it', async () => {
    const { payment } = open()
    const { sessionId, url } = await payment.createCheckout(request)
    expect(sessionId).toMatch(/^cs_\w+$/)
    expect(url).toMatch(/^https?:\/\//)
    expect(await payment.readSession(sessionId)).toEqual({
      id: sessionId,
      status: 'unpaid',
      state: 'open',
      mode: 'subscription',
      amountCents: 29880,
      currency: 'eur',
      livemode: false,
      customerId: undefined,
      subscriptionId: undefined,
      metadata,
    })
    expect(payment.livemode).toBe(false)
  })

  test('F10 one key, one session; another key, another session', async () => {
    const { payment } = open()
    const [first, again] = await Promise.all([payment.createCheckout(request), payment.createCheckout(request)])
    expect(again).toEqual(first)
    const other = await payment.createCheckout({ ...request, idempotencyKey: 'checkout:2' })
    expect(other.sessionId).not.toBe(first.sessionId)
  })

  test('once paid, session and subscription say so, with what we attached', async () => {
    const { payment, pay } = open()
    const { sessionId } = await payment.createCheckout(request)
    await pay(sessionId)
    const session = await payment.readSession(sessionId)
    expect(session).toMatchObject({ status: 'paid', state: 'complete', amountCents: 29880, metadata })
    const subscription = await payment.readSubscription(session.subscriptionId ?? '')
    expect(subscription).toMatchObject({
      status: 'active',
      customerId: expect.stringMatching(/^cus_/),
      metadata,
      livemode: false,
    })
    expect(subscription.currentPeriodEnd).toBeGreaterThan(now())
  })

  test('T18 its webhooks name the session and the subscription', async () => {
    const { payment, pay } = open()
    const { sessionId } = await payment.createCheckout(request)
    const [completed, invoice] = (await pay(sessionId)).map(({ rawBody, signature }) =>
      payment.parseWebhook(Buffer.from(rawBody), signature, now()),
    )
    const { subscriptionId } = await payment.readSession(sessionId)
    expect(completed).toMatchObject({ type: 'checkout.session.completed', sessionId, livemode: false })
    expect(invoice).toMatchObject({ type: 'invoice.paid', subscriptionId })
    expect(completed?.id).not.toBe(invoice?.id)
  })

  test('T18 forged, old, future and altered webhooks are refused', async () => {
    const { payment, pay } = open()
    const { sessionId } = await payment.createCheckout(request)
    const [webhook] = await pay(sessionId)
    const { rawBody, signature } = webhook ?? { rawBody: '', signature: '' }
    const read = (body: string, header: string | undefined, at = now()) =>
      payment.parseWebhook(Buffer.from(body), header, at)
    expect(read(rawBody, signature)).toBeDefined()
    expect(read(rawBody, signature, now() + 295)).toBeDefined()
    expect(read(rawBody, signature, now() + 305)).toBeUndefined()
    expect(read(rawBody, signature, now() - 305)).toBeUndefined()
    expect(read(rawBody, undefined)).toBeUndefined()
    expect(read(rawBody, '')).toBeUndefined()
    expect(read(rawBody, signature.replace('v1=', 'v0='))).toBeUndefined()
    expect(read(rawBody, signature.replace(/t=\d+/, `t=${now() + 1}`))).toBeUndefined()
    expect(read(rawBody, signature.replace(/v1=./, 'v1=z'))).toBeUndefined()
    expect(read(`${rawBody} `, signature)).toBeUndefined()
    expect(read(rawBody.replace(sessionId, 'cs_test_other'), signature)).toBeUndefined()
    expect(read(rawBody, `${signature},v1=${'0'.repeat(64)}`)).toBeDefined()
  })

  test('AMB-67 an ended subscription stays ended, ending it twice is fine', async () => {
    const { payment, pay } = open()
    const { sessionId } = await payment.createCheckout(request)
    await pay(sessionId)
    const { subscriptionId = '' } = await payment.readSession(sessionId)
    await payment.endSubscription(subscriptionId, 'end:1')
    await payment.endSubscription(subscriptionId, 'end:2')
    await payment.endSubscription('sub_unknown', 'end:3')
    const after = await payment.readSubscription(subscriptionId).catch((error) => ({ status: error.kind }))
    expect(['canceled', 'not_found']).toContain(after.status)
  })

  test.each(['cs_test_unknown', '', '../subscriptions', 'x'.repeat(5000), 'cs_é', 'sub_1'])(
    'knows no session %j',
    async (id) => {
      await expect(open().payment.readSession(id)).rejects.toMatchObject({ kind: 'not_found' })
    },
  )

  test('a customer keeps their identity from one checkout to the next', async () => {
    const { payment, pay } = open()
    const { sessionId } = await payment.createCheckout({ ...request, customerId: 'cus_known' })
    await pay(sessionId)
    const { subscriptionId = '' } = await payment.readSession(sessionId)
    expect(await payment.readSubscription(subscriptionId)).toMatchObject({ customerId: 'cus_known' })
    expect(await payment.billingPortal('cus_known', 'https://pro.example/subscription')).toMatch(
      /^https:\/\/|\/dev\/factures$/,
    )
  })
})
