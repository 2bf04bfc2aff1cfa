import { testApp } from '@parvis/harness/server/test-app'
import {
  buy,
  membershipChanges,
  membershipOf,
  openSession,
  payInSilence,
  play,
  press,
  tell,
  validate,
} from '@parvis/harness/town/payments'
import { newOwner } from '@parvis/harness/town/people'
import { afterEach, expect, test, vi } from 'vitest'
import { columnOf } from '../../db/database.ts'
import { GatewayFailure } from '../../gateways/gateway-failure.ts'
import type { PaymentSession } from '../../gateways/payment/payment.ts'
import { reconcilePayments } from './payment-work.ts'

const server = testApp()
afterEach(() => vi.restoreAllMocks())

/** The provider says of the session what a test makes it say. */
async function providerSays(sessionId: string, change: (session: PaymentSession) => Partial<PaymentSession>) {
  const { payment } = server.deps.gateways
  const session = await payment.readSession(sessionId)
  vi.spyOn(payment, 'readSession').mockResolvedValue({ ...session, ...change(session) })
}

test.each([
  ['amount 0', () => ({ amountCents: 0 })],
  ['the price of another plan', () => ({ amountCents: 1188 })],
  ['dollars', () => ({ currency: 'usd' })],
  ['another mode', () => ({ mode: 'other' })],
  ['real money in a test, or the reverse', () => ({ livemode: true })],
  ['another plan', ({ metadata }) => ({ metadata: { ...metadata, planId: 'digital' } })],
  ['another periodicity', ({ metadata }) => ({ metadata: { ...metadata, periodicity: 'monthly' } })],
  [
    'another company',
    ({ metadata }) => ({ metadata: { ...metadata, companyId: '7f1e9f06-9a4e-4d8c-8a2e-0c6e2f9f3f11' } }),
  ],
  ['no company', () => ({ metadata: {} })],
] as [string, (session: PaymentSession) => Partial<PaymentSession>][])(
  'T17 S-035 paid with %s: unpaid, nothing given, written down',
  async (_about, change) => {
    const owner = await newOwner(server)
    const sessionId = await openSession(server, owner)
    await payInSilence(server, sessionId)
    await providerSays(sessionId, change)
    expect((await validate(server, owner, sessionId)).data).toEqual({ status: 'unpaid' })
    vi.restoreAllMocks()
    expect((await validate(server, owner, sessionId)).data).toEqual({ status: 'unpaid' })
    expect(await membershipOf(server, owner)).toBe('freemium')
    const audited = await columnOf<string>(server.db)`
      select audit_log.action from audit_log where audit_log.object = ${`company:${owner.companyId}`}`
    expect(audited).toEqual(['payment.refused'])
  },
)

test('C-022 a companyId that is no id is 400, one left empty is as absent', async () => {
  const owner = await newOwner(server)
  const sessionId = await openSession(server, owner)
  const { status, error } = await validate(server, owner, sessionId, { companyId: 'x' })
  expect([status, error?.code, error?.fields]).toEqual([400, 'VALIDATION', { companyId: 'invalid' }])
  expect((await validate(server, owner, sessionId, { companyId: '' })).data).toEqual({ status: 'unpaid' })
  expect((await validate(server, owner, sessionId, { companyId: owner.companyId.toUpperCase() })).status).toBe(200)
})

test('S-051 T17 another company’s session is 403 and gives nothing to anyone', async () => {
  const [owner, thief] = [await newOwner(server), await newOwner(server)]
  const sessionId = await openSession(server, owner)
  await payInSilence(server, sessionId)
  expect((await validate(server, thief, sessionId)).error?.code).toBe('FORBIDDEN')
  expect((await validate(server, thief, sessionId, { companyId: thief.companyId })).error?.code).toBe('FORBIDDEN')
  expect((await validate(server, owner, sessionId, { companyId: thief.companyId })).error?.code).toBe('FORBIDDEN')
  expect([await membershipOf(server, owner), await membershipOf(server, thief)]).toEqual(['freemium', 'freemium'])
})

test.each([
  ['', 400, 'SESSION_ID_REQUIRED'],
  [undefined, 400, 'SESSION_ID_REQUIRED'],
  ['cs_test_unknown', 404, 'PAYMENT_NOT_FOUND'],
  ['x'.repeat(5_000), 404, 'PAYMENT_NOT_FOUND'],
  [['cs_1', 'cs_2'], 400, 'VALIDATION'],
  [{ id: 'cs_1' }, 400, 'VALIDATION'],
  ["' or 1=1 --", 404, 'PAYMENT_NOT_FOUND'],
])('T17 S-042 the session %j is refused', async (sessionId, status, code) => {
  const answer = await validate(server, await newOwner(server), sessionId)
  expect([answer.status, answer.error?.code]).toEqual([status, code])
})

test('T17 S-035 an unpaid, an expired and an unknown session give nothing', async () => {
  const owner = await newOwner(server)
  const sessionId = await openSession(server, owner)
  expect((await validate(server, owner, sessionId)).data).toEqual({ status: 'unpaid' })
  await providerSays(sessionId, () => ({ state: 'expired' }))
  expect((await validate(server, owner, sessionId)).data).toEqual({ status: 'unpaid' })
  vi.restoreAllMocks()
  vi.spyOn(server.deps.gateways.payment, 'readSession').mockRejectedValue(new GatewayFailure('not_found', 'gone'))
  const another = await openSession(server, owner, { plan: 'basic' })
  expect((await validate(server, owner, another)).error?.code).toBe('PAYMENT_NOT_FOUND')
  expect(await membershipOf(server, owner)).toBe('freemium')
})

test('AMB-69 nothing to pay counts as paid', async () => {
  const owner = await newOwner(server)
  const sessionId = await openSession(server, owner)
  await payInSilence(server, sessionId)
  await providerSays(sessionId, () => ({ status: 'paid', state: 'complete' }))
  expect((await validate(server, owner, sessionId)).data).toMatchObject({ status: 'paid' })
})

test('T17 S-051 30 validations and the webhook at the same instant give the plan once', async () => {
  const owner = await newOwner(server)
  const sessionId = await openSession(server, owner)
  const [completed] = await payInSilence(server, sessionId)
  if (!completed) throw new Error('the provider told nothing')
  const answers = await Promise.all([
    ...Array.from({ length: 30 }, () => validate(server, owner, sessionId)),
    ...Array.from({ length: 30 }, () => tell(server, completed)),
  ])
  expect(new Set(answers.map((answer) => (typeof answer === 'number' ? answer : answer.status)))).toEqual(
    new Set([200]),
  )
  expect(await membershipChanges(server, owner)).toEqual(['freemium premium'])
  const bought = await columnOf<string>(server.db)`
    select subscriptions.id from subscriptions where subscriptions.company_id = ${owner.companyId}`
  expect(bought).toHaveLength(1)
})

test('T17 S-051 a session replayed after the end of its subscription gives nothing back', async () => {
  const owner = await newOwner(server)
  const sessionId = await buy(server, owner)
  await play(server, owner, 'cancelled')
  expect(await membershipOf(server, owner)).toBe('freemium')
  expect((await validate(server, owner, sessionId)).data).toMatchObject({ status: 'paid', membership: 'premium' })
  await press(server, sessionId, 'paid')
  await server.runJobs()
  expect(await membershipOf(server, owner)).toBe('freemium')
})

test.each(['unavailable', 'rate_limited', 'misconfigured'] as const)(
  'S-037 F10 T17 the provider %s at create, validate and portal: 502 each time, nothing lost',
  async (kind) => {
    const owner = await newOwner(server)
    await buy(server, owner, { plan: 'basic' })
    const sessionId = await openSession(server, owner)
    await payInSilence(server, sessionId)
    const { payment } = server.deps.gateways
    for (const call of ['createCheckout', 'readSession', 'billingPortal'] as const)
      vi.spyOn(payment, call).mockRejectedValue(new GatewayFailure(kind, 'silent'))
    const json = { companyId: owner.companyId, subscriptionId: 'digital', periodicity: 'annual' }
    for (const answer of [
      await server.client.answer('POST /v1/payment/create/paymentSession', { token: owner.token, body: json }),
      await validate(server, owner, sessionId),
      await server.client.answer('POST /v1/payment/billing-portal', { token: owner.token, body: json }),
    ])
      expect([answer.status, answer.error?.code]).toEqual([502, 'PAYMENT_UNAVAILABLE'])
    vi.restoreAllMocks()
    expect((await validate(server, owner, sessionId)).data).toMatchObject({ status: 'paid', membership: 'premium' })
  },
)

test('F10 S-052 paid, the browser never back and the webhook lost: the reconciler gives the plan', async () => {
  const owner = await newOwner(server)
  const sessionId = await openSession(server, owner)
  await payInSilence(server, sessionId)
  await reconcilePayments(server.deps)
  expect(await membershipOf(server, owner)).toBe('freemium')
  await server.setClock(new Date(Date.now() + 6 * 60_000).toISOString())
  vi.spyOn(server.deps.gateways.payment, 'readSession').mockRejectedValueOnce(
    new GatewayFailure('unavailable', 'silent'),
  )
  await expect(reconcilePayments(server.deps)).rejects.toThrow('failed: cs_')
  await server.setClock(new Date(Date.now() + 12 * 60_000).toISOString())
  await reconcilePayments(server.deps)
  await server.setClock(null)
  expect(await membershipChanges(server, owner)).toEqual(['freemium premium'])
})

test('S-032 the browser back before the webhook, and the webhook after: one change', async () => {
  const owner = await newOwner(server)
  const sessionId = await openSession(server, owner)
  const told = await payInSilence(server, sessionId)
  expect((await validate(server, owner, sessionId)).data).toMatchObject({ status: 'paid' })
  for (const webhook of told) expect(await tell(server, webhook)).toBe(200)
  expect(await membershipChanges(server, owner)).toEqual(['freemium premium'])
})
