import { type Fault, type SeenRequest, startFakeProvider, timeoutFor } from '@parvis/harness/fakes/fake-provider'
import { createFakeStripe } from '@parvis/harness/fakes/fake-stripe'
import { untilFileEnds } from '@parvis/harness/server/lifetimes'
import { describe, expect, test } from 'vitest'
import { readWebhook, signWebhook } from './payment-events.ts'
import { createStripePayment, type StripeSettings } from './stripe-payment.ts'

const server = untilFileEnds(await startFakeProvider())

const lines: string[] = []
const log = { info: () => {}, warn: (details: object) => void lines.push(JSON.stringify(details)) }
const open = (settings: Partial<StripeSettings> = {}, timeoutMs = timeoutFor()) =>
  createStripePayment(
    {
      secretKey: 'sk_test_1',
      webhookSecret: 'whsec_1',
      apiUrl: server.url,
      taxRateId: undefined,
      prices: {},
      ...settings,
    },
    { log, userAgent: 'Parvis tests', timeoutMs },
  )
const request = {
  companyId: 'company-1',
  userId: 12,
  planId: 'premium',
  periodicity: 'annual',
  amountCents: 29880,
  currency: 'eur',
  label: 'PREMIUM – abonnement annuel',
  customerEmail: 'marie@exemple.fr',
  successUrl: 'https://pro.example/paymentSuccess?session_id={CHECKOUT_SESSION_ID}',
  cancelUrl: 'https://pro.example/paymentFail',
  idempotencyKey: 'checkout:1',
} as const

describe('what Stripe is sent', () => {
  test('T17 the amount, currency and company of the server, once per key', async () => {
    server.reply(createFakeStripe('sk_test_1', 'whsec_1').handle)
    await open().createCheckout(request)
    expect(server.requests[0]).toMatchObject({
      method: 'POST',
      path: '/v1/checkout/sessions',
      headers: { authorization: 'Bearer sk_test_1', 'idempotency-key': 'checkout:1' },
    })
    expect(Object.fromEntries(new URLSearchParams(server.requests[0]?.text))).toMatchObject({
      mode: 'subscription',
      locale: 'fr',
      client_reference_id: 'company-1',
      customer_email: 'marie@exemple.fr',
      'line_items[0][quantity]': '1',
      'line_items[0][price_data][unit_amount]': '29880',
      'line_items[0][price_data][currency]': 'eur',
      'line_items[0][price_data][recurring][interval]': 'year',
      'line_items[0][price_data][tax_behavior]': 'inclusive',
      'metadata[companyId]': 'company-1',
      'subscription_data[metadata][planId]': 'premium',
      success_url: request.successUrl,
    })
  })

  test('a configured price and tax rate take the place of the amount', async () => {
    server.reply(createFakeStripe('sk_test_1', 'whsec_1').handle)
    await open({ prices: { 'premium:annual': 'price_1' }, taxRateId: 'txr_1' }).createCheckout(request)
    const form = Object.fromEntries(new URLSearchParams(server.requests[0]?.text))
    expect(form['line_items[0][price]']).toBe('price_1')
    expect(form['subscription_data[default_tax_rates][0]']).toBe('txr_1')
    expect(Object.keys(form).join()).not.toContain('price_data')
    expect(form).not.toHaveProperty('subscription_data[description]')
  })

  test('RES-20 what ADVANCED holds by hand, and whom to ask, stands on its receipts', async () => {
    server.reply(createFakeStripe('sk_test_1', 'whsec_1').handle)
    await open().createCheckout({ ...request, planId: 'digital', description: 'Écrivez à contact@parvis.app.' })
    const form = Object.fromEntries(new URLSearchParams(server.requests[0]?.text))
    expect(form['subscription_data[description]']).toBe('Écrivez à contact@parvis.app.')
  })
})

describe('what Stripe answers', () => {
  test('AMB-69 nothing to pay counts as paid; T17 another mode is seen', async () => {
    const fake = createFakeStripe('sk_test_1', 'whsec_1')
    server.reply(fake.handle)
    const payment = open()
    const { sessionId } = await payment.createCheckout(request)
    fake.change(sessionId, {
      payment_status: 'no_payment_required',
      status: 'complete',
      livemode: true,
      mode: 'payment',
    })
    expect(await payment.readSession(sessionId)).toMatchObject({ status: 'paid', livemode: true, mode: 'other' })
    fake.change(sessionId, { status: 'expired', payment_status: 'unpaid', currency: 'usd', amount_total: 0 })
    const expired = { status: 'unpaid', state: 'expired', currency: 'usd', amountCents: 0 }
    expect(await payment.readSession(sessionId)).toMatchObject(expired)
  })

  test.each([
    [400, { type: 'invalid_request_error', message: 'Bad', param: 'x' }, 'invalid_input'],
    [401, { type: 'invalid_request_error', message: 'Invalid API Key' }, 'misconfigured'],
    [402, { type: 'card_error', code: 'card_declined', message: 'Declined' }, 'refused'],
    [403, { type: 'invalid_request_error', message: 'Not allowed' }, 'misconfigured'],
    [404, { type: 'invalid_request_error', code: 'resource_missing', message: 'No such' }, 'not_found'],
    [429, { type: 'invalid_request_error', code: 'rate_limit', message: 'Too many' }, 'rate_limited'],
  ])('%i is understood', async (status, error, kind) => {
    server.reply({ status, json: { error }, headers: { 'stripe-should-retry': 'false' } })
    await expect(open().readSession('cs_test_1')).rejects.toMatchObject({ kind })
  })

  test.each<Fault>(['silence', 'cut', 'drip', 'html', 'wrong-json', 'huge', 'redirect', '500'])(
    'F10 %s is "unavailable", in time',
    async (fault) => {
      server.reply(fault)
      const start = performance.now()
      const asking = open({}, timeoutFor(fault)).createCheckout(request)
      await expect(asking).rejects.toMatchObject({ kind: 'unavailable' })
      expect(performance.now() - start).toBeLessThan(6000)
      expect(new Set(server.requests.map(({ path }) => path))).toEqual(new Set(['/v1/checkout/sessions']))
      expect(new Set(server.requests.map(({ headers }) => headers['idempotency-key']))).toEqual(new Set(['checkout:1']))
    },
  )

  test('F10 a time-out on create then an answer: one session for one click', async () => {
    const fake = createFakeStripe('sk_test_1', 'whsec_1')
    const handleThenSilence = (seen: SeenRequest) => {
      fake.handle(seen)
      return 'silence' as const
    }
    server.reply(handleThenSilence, fake.handle)
    const payment = open({}, 1000)
    const first = await payment.createCheckout(request)
    expect(server.requests).toHaveLength(2)
    expect(await payment.createCheckout(request)).toEqual(first)
  })

  test('the log holds no key and no address', async () => {
    lines.length = 0
    server.reply({
      status: 401,
      json: { error: { type: 'invalid_request_error', message: 'Invalid sk_test_1 marie@exemple.fr' } },
    })
    await open()
      .createCheckout(request)
      .catch(() => {})
    expect(lines).toHaveLength(1)
    expect(lines[0]).not.toMatch(/sk_test|marie/)
  })
})

describe('events', () => {
  const read = (body: string) => readWebhook(Buffer.from(body), signWebhook(body, 'whsec_1', 5), 'whsec_1', 5)
  const event = (type: string, object: object) =>
    read(JSON.stringify({ id: 'evt_1', object: 'event', type, livemode: true, created: 5, data: { object } }))

  test('only what we act on is named', () => {
    expect(event('customer.subscription.deleted', { id: 'sub_1' })).toEqual({
      id: 'evt_1',
      livemode: true,
      createdAt: 5,
      type: 'customer.subscription.deleted',
      subscriptionId: 'sub_1',
    })
    expect(event('charge.succeeded', { id: 'ch_1' })).toMatchObject({ id: 'evt_1', subscriptionId: undefined })
    expect(event('charge.refunded', { id: 'ch_1' })).toMatchObject({ type: 'charge.refunded', chargeId: 'ch_1' })
    expect(event('charge.dispute.closed', { id: 'dp_1', charge: 'ch_2' })).toMatchObject({ chargeId: 'ch_2' })
    const parent = { subscription_details: { subscription: { id: 'sub_1' } } }
    expect(event('invoice.paid', { id: 'in_1', parent })).toMatchObject({ subscriptionId: 'sub_1' })
    expect(event('invoice.paid', { id: 'in_1' })).toMatchObject({ subscriptionId: undefined })
  })

  test.each(['', '[]', 'null', '{"id":1}', '{"object":"event"}', '<html>'])('%s is no event', (body) => {
    expect(read(body)).toBeUndefined()
  })
})
