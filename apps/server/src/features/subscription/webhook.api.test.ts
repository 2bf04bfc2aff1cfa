import { gzipSync } from 'node:zlib'
import { testApp } from '@parvis/harness/server/test-app'
import { foundCell } from '@parvis/harness/sql/found'
import {
  event,
  membershipChanges,
  membershipOf,
  openSession,
  payInSilence,
  press,
  signed,
  tell,
  webhookSecret,
} from '@parvis/harness/town/payments'
import { newOwner } from '@parvis/harness/town/people'
import { afterEach, expect, test, vi } from 'vitest'
import { numberOf } from '../../db/database.ts'
import { GatewayFailure } from '../../gateways/gateway-failure.ts'
import { signWebhook } from '../../gateways/payment/payment-events.ts'

const server = testApp()
afterEach(() => vi.restoreAllMocks())

async function paidInSilence() {
  const owner = await newOwner(server)
  const sessionId = await openSession(server, owner)
  await payInSilence(server, sessionId)
  return { owner, sessionId, body: event('checkout.session.completed', sessionId) }
}

const now = () => Date.now() / 1_000

test('T18 C-055 S-052 the signed event applies the plan without the browser', async () => {
  const { owner, body } = await paidInSilence()
  expect(await tell(server, signed(server, body))).toBe(200)
  expect(await membershipOf(server, owner)).toBe('premium')
})

test.each([
  ['no signature', (body: string) => ({ rawBody: body, signature: undefined })],
  ['an empty signature', (body: string) => ({ rawBody: body, signature: ' ' })],
  ['another secret', (body: string) => ({ rawBody: body, signature: signWebhook(body, 'whsec_other', now()) })],
  ['a signature 301 s old', (body: string) => signed(server, body, now() - 303)],
  ['a signature 301 s ahead', (body: string) => signed(server, body, now() + 303)],
  ['a good signature of a time that is no number', (body: string) => signed(server, body, Number.NaN)],
  [
    'a version 0 signature',
    (body: string) => {
      const { signature } = signed(server, body)
      return { rawBody: body, signature: signature.replace('v1=', 'v0=') }
    },
  ],
  ['a changed body', (body: string) => ({ ...signed(server, body), rawBody: body.replace('completed', 'complete_') })],
  [
    'a body written again',
    (body: string) => ({ ...signed(server, body), rawBody: JSON.stringify(JSON.parse(body), null, 1) }),
  ],
  ['a compressed body', (body: string) => ({ ...signed(server, body), rawBody: gzipSync(body) })],
  [
    'the time of another signature',
    (body: string) => {
      const { signature } = signed(server, body, now() - 1_000)
      return { rawBody: body, signature: signature.replace(/t=\d+/, `t=${Math.floor(now())}`) }
    },
  ],
])('T18 C-055 an event with %s is refused and changes nothing', async (_about, forge) => {
  const { owner, body } = await paidInSilence()
  expect(await tell(server, forge(body))).toBe(400)
  expect(await membershipOf(server, owner)).toBe('freemium')
})

test('T18 a signature 299 s old or ahead, or beside another one, is good', async () => {
  for (const offset of [-297, 297]) {
    const { owner, body } = await paidInSilence()
    expect(await tell(server, signed(server, body, now() + offset))).toBe(200)
    expect(await membershipOf(server, owner)).toBe('premium')
  }
  const { owner, body } = await paidInSilence()
  const { signature } = signed(server, body)
  expect(
    await tell(server, { rawBody: body, signature: `${signature.replace('v1=', `v1=${'0'.repeat(64)},v1=`)}` }),
  ).toBe(200)
  expect(await membershipOf(server, owner)).toBe('premium')
})

test.each([
  ['not JSON', 'hello'],
  ['not an event', '{"id":"evt_1"}'],
  ['a list', '[]'],
  ['null', 'null'],
  ['an empty body', ''],
])('T18 signed but %s: 400, never 500', async (_about, body) => {
  expect(await tell(server, signed(server, body))).toBe(400)
})

test('T18 10 MB are refused before they are read', async () => {
  const body = JSON.stringify({ padding: 'x'.repeat(10 * 1024 * 1024) })
  expect(await tell(server, signed(server, body))).toBe(413)
})

test('T18 F12 30 parallel copies of one event apply once, and it is kept once', async () => {
  const { owner, body } = await paidInSilence()
  const answers = await Promise.all(Array.from({ length: 30 }, () => tell(server, signed(server, body))))
  expect(new Set(answers)).toEqual(new Set([200]))
  expect(await membershipChanges(server, owner)).toEqual(['freemium premium'])
  const { id } = JSON.parse(body)
  expect(await numberOf(server.db)`select count(*)::int from payment_events where payment_events.id = ${id}`).toBe(1)
})

test('T18 T17 an event of an unpaid session gives nothing: the provider is asked', async () => {
  const owner = await newOwner(server)
  const sessionId = await openSession(server, owner)
  expect(await tell(server, signed(server, event('checkout.session.completed', sessionId)))).toBe(200)
  expect(await membershipOf(server, owner)).toBe('freemium')
})

test('F12 events of unknown sessions, subscriptions, companies and kinds are taken and change nothing', async () => {
  const { owner } = await paidInSilence()
  for (const [type, id] of [
    ['checkout.session.completed', 'cs_test_unknown'],
    ['customer.subscription.deleted', 'sub_unknown'],
    ['invoice.paid', 'in_unknown'],
    ['radar.early_fraud_warning.created', 'issfr_1'],
  ] as const)
    expect(await tell(server, signed(server, event(type, id)))).toBe(200)
  expect(await membershipOf(server, owner)).toBe('freemium')
})

test('T17 an event of real money in a test, or the reverse, changes nothing', async () => {
  const { owner, body } = await paidInSilence()
  const live = body.replace('"livemode":false', '"livemode":true')
  expect(await tell(server, signed(server, live))).toBe(200)
  expect(await membershipOf(server, owner)).toBe('freemium')
})

test('F12 the provider silent while the event is followed: not 200, so that it comes again, and then applies', async () => {
  const { owner, body } = await paidInSilence()
  vi.spyOn(server.deps.gateways.payment, 'readSession').mockRejectedValueOnce(
    new GatewayFailure('unavailable', 'silent'),
  )
  expect(await tell(server, signed(server, body))).toBe(502)
  expect(await tell(server, signed(server, body))).toBe(200)
  expect(await membershipOf(server, owner)).toBe('premium')
})

test('F12 an event three days late still applies, dated when the provider says', async () => {
  const owner = await newOwner(server)
  const sessionId = await openSession(server, owner)
  await payInSilence(server, sessionId)
  const created = Math.ceil(now())
  const late = created + 3 * 86_400
  await server.setClock(new Date(late * 1_000).toISOString())
  const body = event('checkout.session.completed', sessionId, created)
  expect(await tell(server, signed(server, body, late))).toBe(200)
  await server.setClock(null)
  const startedAt = await foundCell<Date>(server.db)`
    select subscriptions.started_at from subscriptions where subscriptions.company_id = ${owner.companyId}`
  expect(startedAt.getTime()).toBe(created * 1_000)
})

test('F12 delivered late and twice by the development page, the plan changes once', async () => {
  const owner = await newOwner(server)
  const sessionId = await openSession(server, owner)
  await press(server, sessionId, 'paid', { duplicate: '1' })
  expect(await membershipOf(server, owner)).toBe('freemium')
  await vi.waitFor(async () => expect(await membershipOf(server, owner)).toBe('premium'), {
    timeout: 8_000,
    interval: 100,
  })
  expect(await membershipChanges(server, owner)).toEqual(['freemium premium'])
})

test('T18 the webhook takes any content type and needs no session', async () => {
  const { owner, body } = await paidInSilence()
  const signature = signWebhook(body, webhookSecret(server), now())
  expect(
    await tell(
      server,
      { rawBody: body, signature },
      { 'content-type': 'application/json; charset=utf-8', authorization: 'Bearer no' },
    ),
  ).toBe(200)
  expect(await membershipOf(server, owner)).toBe('premium')
})
