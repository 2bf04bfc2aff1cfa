import { testApp } from '@parvis/harness/server/test-app'
import {
  askSession,
  buy,
  membershipChanges,
  membershipOf,
  openSession,
  press,
  validate,
} from '@parvis/harness/town/payments'
import { newOwner, newPerson } from '@parvis/harness/town/people'
import { expect, test } from 'vitest'
import { GatewayFailure } from '../../gateways/gateway-failure.ts'

const server = testApp()
const strict = testApp({ RATE_LIMITS: 'strict' })

test('S-014 S-015 S-021 the plans hold their prices without tax and their ten features', async () => {
  const { data } = await server.client.answer('GET /v1/plans')
  const plans = data as { id: string; label: string; monthly_price: number; promo_price: number; features: object[] }[]
  expect(plans.map(({ id, label, monthly_price, promo_price }) => [id, label, monthly_price, promo_price])).toEqual([
    ['basic', 'STARTER', 9.9, 99],
    ['premium', 'PREMIUM', 24.9, 249],
    ['digital', 'ADVANCED', 49.9, 499],
  ])
  expect(plans[0]?.features).toHaveLength(10)
  expect(plans[0]?.features[3]).toEqual({ id: 'instants', included: true, text: '3 par type' })
})

test('S-003 S-026 C-021 a shop gets a payment page for each plan and periodicity, at the price of the server', async () => {
  for (const [plan, periodicity, cents] of [
    ['basic', 'monthly', 1188],
    ['basic', 'annual', 11880],
    ['premium', 'monthly', 2988],
    ['premium', 'annual', 29880],
    ['digital', 'monthly', 5988],
    ['digital', 'annual', 59880],
  ] as const) {
    const { status, data } = await askSession(server, await newOwner(server), { plan, periodicity })
    const { sessionId, url } = data as { sessionId: string; url: string }
    expect(status).toBe(200)
    expect(url).toMatch(/^https?:\/\//)
    const session = await server.deps.gateways.payment.readSession(sessionId)
    expect([session.amountCents, session.currency]).toEqual([cents, 'eur'])
  }
})

test('T17 S-019 a price, a plan’s name or a state sent by the client changes nothing', async () => {
  const owner = await newOwner(server)
  const { data } = await server.call('POST', '/v1/payment/create/paymentSession', {
    token: owner.token,
    json: {
      companyId: owner.companyId,
      subscriptionId: 'premium',
      periodicity: 'monthly',
      amount: 1,
      amountCents: 1,
      price: '0.01',
      currency: 'xof',
      membership: 'digital',
      paid: true,
      status: 'paid',
    },
  })
  const { sessionId } = data as { sessionId: string }
  const session = await server.deps.gateways.payment.readSession(sessionId)
  expect([session.amountCents, session.currency, session.metadata.planId]).toEqual([2988, 'eur', 'premium'])
  expect((await validate(server, owner, sessionId, { status: 'paid', membership: 'digital' })).data).toEqual({
    status: 'unpaid',
  })
  expect(await membershipOf(server, owner)).toBe('freemium')
})

test.each([
  [{ subscriptionId: 'gold' }],
  [{ subscriptionId: 'freemium' }],
  [{ periodicity: 'weekly' }],
  [{ subscriptionId: ['premium'] }],
  [{ companyId: 'abc' }],
])('S-027 %j is refused', async (change) => {
  const { token, companyId } = await newOwner(server)
  const { status, error } = await server.call('POST', '/v1/payment/create/paymentSession', {
    token,
    json: { companyId, subscriptionId: 'premium', periodicity: 'annual', ...change },
  })
  expect([status, error?.code]).toEqual([400, 'VALIDATION'])
})

test('S-002 AMB-67 T17 a town hall buys nothing, an association only ADVANCED, nobody for another company', async () => {
  const townHall = await newOwner(server, { type: 'mairie', category: 'mairie' })
  const association = await newOwner(server, { type: 'association' })
  for (const plan of ['basic', 'premium', 'digital']) {
    const { status, error } = await askSession(server, townHall, { plan })
    expect([status, error?.code]).toEqual([403, 'NOT_OFFERED'])
  }
  for (const plan of ['basic', 'premium'])
    expect((await askSession(server, association, { plan })).error?.code).toBe('NOT_OFFERED')
  expect((await askSession(server, association, { plan: 'digital' })).status).toBe(200)
  const thief = { ...(await newPerson(server)), companyId: association.companyId }
  expect((await askSession(server, thief, { plan: 'digital' })).error?.code).toBe('FORBIDDEN')
})

test('S-028 F10 a double click opens one page, a key retried after a silence too, another purchase another', async () => {
  const owner = await newOwner(server)
  const [one, two] = await Promise.all([openSession(server, owner), openSession(server, owner)])
  expect(one).toBe(two)
  expect(await openSession(server, owner, { periodicity: 'monthly' })).not.toBe(one)
  const json = { companyId: owner.companyId, subscriptionId: 'digital', periodicity: 'annual' }
  const headers = { 'idempotency-key': 'click-1' }
  const ask = () =>
    server.client.answer('POST /v1/payment/create/paymentSession', { token: owner.token, body: json, headers })
  const { payment } = server.deps.gateways
  const create = payment.createCheckout.bind(payment)
  const sent: string[] = []
  payment.createCheckout = async (request) => {
    payment.createCheckout = create
    sent.push((await create(request)).sessionId)
    throw new GatewayFailure('unavailable', 'cut after the page was made')
  }
  expect((await ask()).error?.code).toBe('PAYMENT_UNAVAILABLE')
  const { data } = await ask()
  expect((data as { sessionId: string }).sessionId).toBe(sent[0])
  expect((await ask()).data).toEqual(data)
})

test('AMB-67 the present plan and periodicity cannot be bought again, the other periodicity can', async () => {
  const owner = await newOwner(server)
  await buy(server, owner)
  const { status, error } = await askSession(server, owner)
  expect([status, error?.code]).toEqual([409, 'ALREADY_SUBSCRIBED'])
  expect((await askSession(server, owner, { periodicity: 'monthly' })).status).toBe(200)
})

test('S-027 ten payment pages an hour per company, then 429 with the seconds to wait', async () => {
  const owner = await newOwner(strict)
  for (let n = 0; n < 10; n++) expect((await askSession(strict, owner)).status).toBe(200)
  const { status, error, headers } = await askSession(strict, owner)
  expect([status, error?.code]).toEqual([429, 'TOO_MANY_ATTEMPTS'])
  expect(Number(headers['retry-after'])).toBeGreaterThan(3_000)
  expect((await askSession(strict, await newOwner(strict))).status).toBe(200)
})

test('S-032 S-041 S-042 S-051 C-022 a paid session gives its plan once, however often it is validated', async () => {
  const owner = await newOwner(server)
  const sessionId = await openSession(server, owner)
  await press(server, sessionId, 'paid')
  const paid = { status: 'paid', membership: 'premium', periodicity: 'annual' }
  expect((await validate(server, owner, sessionId)).data).toEqual(paid)
  expect((await validate(server, owner, sessionId, { companyId: owner.companyId })).data).toEqual(paid)
  expect(await membershipChanges(server, owner)).toEqual(['freemium premium'])
})

test.each(['unpaid', 'cancel'] as const)(
  'S-035 the button %s leaves the plan as it was and the page payable',
  async (outcome) => {
    const owner = await newOwner(server)
    const sessionId = await openSession(server, owner)
    const { data } = await press(server, sessionId, outcome)
    expect((data as { redirectTo: string }).redirectTo).toMatch(/\/paymentFail$/)
    expect((await validate(server, owner, sessionId)).data).toEqual({ status: 'unpaid' })
    expect(await membershipOf(server, owner)).toBe('freemium')
    await press(server, sessionId, 'paid')
    expect(await membershipOf(server, owner)).toBe('premium')
  },
)

test('S-030 the payment page is French, works without script and sends the browser to /paymentSuccess', async () => {
  const owner = await newOwner(server)
  const sessionId = await openSession(server, owner)
  const page = await server.app.inject({ url: `/v1/dev/checkout/${sessionId}` })
  expect(page.headers['content-security-policy']).toMatch(/default-src 'none'/)
  expect(page.body).not.toMatch(/<script/)
  for (const text of ['PREMIUM – abonnement annuel', '298,80', 'Payer', 'Refuser la carte', 'Annuler'])
    expect(page.body).toContain(text)
  const pay = await server.app.inject({
    method: 'POST',
    url: `/v1/dev/checkout/${sessionId}`,
    payload: 'page=1&outcome=paid',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  expect([pay.statusCode, pay.headers.location]).toEqual([
    303,
    expect.stringContaining(`/paymentSuccess?session_id=${sessionId}`),
  ])
  expect((await server.app.inject({ url: `/v1/dev/checkout/${sessionId}` })).body).toContain('Ce paiement est terminé')
  expect((await server.app.inject({ url: '/v1/dev/checkout/cs_test_unknown' })).statusCode).toBe(404)
})

test('S-006 C-055 the billing portal opens for a customer only, and only for the owner', async () => {
  const owner = await newOwner(server)
  const portal = (token: string) =>
    server.client.answer('POST /v1/payment/billing-portal', { token, body: { companyId: owner.companyId } })
  expect((await portal(owner.token)).error?.code).toBe('NO_CUSTOMER')
  await buy(server, owner)
  expect((await portal(owner.token)).data).toEqual({ url: expect.stringMatching(/^https?:/) })
  expect((await portal((await newPerson(server)).token)).error?.code).toBe('FORBIDDEN')
})

test('S-002 S-007 S-008 AMB-67 the server says what may be bought, by the same rule as the purchase', async () => {
  const owner = await newOwner(server)
  const read = async (who: typeof owner) =>
    (
      await server.client.answer('GET /v1/company/:id/subscription', {
        params: { id: who.companyId },
        token: who.token,
      })
    ).data
  expect(await read(owner)).toMatchObject({
    membership: 'freemium',
    periodicity: null,
    status: null,
    billingPortal: true,
  })
  await buy(server, owner)
  const subscription = await read(owner)
  expect(subscription).toMatchObject({
    membership: 'premium',
    purchased: 'premium',
    periodicity: 'annual',
    status: 'active',
  })
  expect(subscription).toHaveProperty(
    'offers',
    expect.arrayContaining([{ plan: 'premium', periodicity: 'annual', offer: 'current' }]),
  )
  const association = await newOwner(server, { type: 'association' })
  expect(await read(association)).toMatchObject({ membership: 'premium', purchased: 'freemium', billingPortal: false })
})
