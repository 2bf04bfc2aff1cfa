import { startFakeProvider } from '@parvis/harness/fakes/fake-provider'
import { createFakeStripe } from '@parvis/harness/fakes/fake-stripe'
import { untilFileEnds } from '@parvis/harness/server/lifetimes'
import { testApp } from '@parvis/harness/server/test-app'
import { foundCell } from '@parvis/harness/sql/found'
import { membershipOf, openSession, tell } from '@parvis/harness/town/payments'
import { newOwner, type Owner } from '@parvis/harness/town/people'
import { beforeAll, expect, test } from 'vitest'
import { columnOf, rowOf } from '../../db/database.ts'
import type { SignedWebhook } from '../../gateways/payment/payment-events.ts'
import { createStripePayment } from '../../gateways/payment/stripe-payment.ts'
import { eraseAccounts } from '../account/erase-accounts.ts'
import { endLapsedMemberships, reconcilePayments } from './payment-work.ts'

const server = testApp()
const fake = createFakeStripe('sk_test_paid', 'whsec_paid')
const provider = untilFileEnds(await startFakeProvider())
beforeAll(() => {
  provider.reply(fake.handle)
  const prices = { 'premium:monthly': 'price_2988_month', 'basic:monthly': 'price_1188_month' }
  const settings = { secretKey: 'sk_test_paid', webhookSecret: 'whsec_paid', taxRateId: undefined, prices }
  const log = { info: () => undefined, warn: () => undefined }
  const payment = createStripePayment({ ...settings, apiUrl: provider.url }, { log, userAgent: 'Parvis tests' })
  Object.assign(server.deps.gateways, { payment })
})

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

async function told(webhooks: SignedWebhook[]): Promise<void> {
  for (const webhook of webhooks) expect(await tell(server, webhook)).toBe(200)
  await server.runJobs()
}

/** A business whose plan was paid at the provider, and the provider's id of its subscription. */
async function newSubscriber(choice = { plan: 'premium', periodicity: 'annual' }): Promise<Owner & { id: string }> {
  const owner = await newOwner(server)
  await told(fake.pay(await openSession(server, owner, choice)))
  const id = await foundCell<string>(server.db)`
    select subscriptions.id from subscriptions where subscriptions.company_id = ${owner.companyId}`
  expect(await membershipOf(server, owner)).toBe(choice.plan)
  return { ...owner, id }
}

async function membershipIn(days: number, owner: Owner): Promise<string> {
  await server.setClock(inDays(days))
  await endLapsedMemberships(server.deps)
  await server.setClock(null)
  return await membershipOf(server, owner)
}

const readPlan = ({ token, companyId: id }: Owner) =>
  server.client.call('GET /v1/company/:id/subscription', { token, params: { id } })

const acts = async ({ companyId }: Owner) =>
  await columnOf<string>(server.db)`
    select audit_log.action from audit_log
    where audit_log.object = ${`company:${companyId}`} and audit_log.action like 'payment.%'
    order by audit_log.id`

test('S-052 F14 the second year that nobody pays ends fourteen days after the first, and again once it is paid', async () => {
  const owner = await newSubscriber()
  expect(await readPlan(owner)).toMatchObject({ endsAt: null })
  await told(fake.renew(owner.id, 'open'))
  const { endsAt, periodEnd } = await readPlan(owner)
  const day = 86_400_000
  expect(Math.round((Date.parse(endsAt ?? '') - Date.now()) / day)).toBe(365 + 14)
  expect(Math.round((Date.parse(periodEnd ?? '') - Date.now()) / day)).toBe(730)
  expect(await membershipIn(365 + 13, owner)).toBe('premium')
  expect(await membershipIn(365 + 15, owner)).toBe('freemium')

  await told(fake.renew(owner.id, 'paid'))
  expect(await membershipOf(server, owner)).toBe('premium')
  expect(await readPlan(owner)).toMatchObject({ endsAt: null })
})

test('S-052 F14 a period that was billed and is said to be active is not yet a paid one', async () => {
  const owner = await newSubscriber({ plan: 'premium', periodicity: 'monthly' })
  fake.renew(owner.id, 'open')
  fake.change(owner.id, { status: 'active' })
  await told([fake.tell('customer.subscription.updated', { id: owner.id, object: 'subscription' })])
  expect(await membershipIn(30 + 13, owner)).toBe('premium')
  expect(await membershipIn(30 + 15, owner)).toBe('freemium')
})

test('S-052 F14 F12 a renewal whose payment was told by nobody is asked about before the rights end', async () => {
  const owner = await newSubscriber({ plan: 'premium', periodicity: 'monthly' })
  await told(fake.renew(owner.id, 'open'))
  fake.renew(owner.id, 'paid')
  await server.setClock(inDays(30 + 10))
  await reconcilePayments(server.deps)
  await server.setClock(null)
  expect(await readPlan(owner)).toMatchObject({ endsAt: null })
  expect(await membershipIn(30 + 15, owner)).toBe('premium')
})

const month = (id: string, unit_amount: number, more = {}) => ({
  id,
  unit_amount,
  currency: 'eur',
  recurring: { interval: 'month', interval_count: 1 },
  ...more,
})

async function billedBy(price: object): Promise<Owner> {
  const owner = await newSubscriber({ plan: 'premium', periodicity: 'monthly' })
  const end = Math.floor(Date.now() / 1_000) + 30 * 86_400
  fake.change(owner.id, { items: { data: [{ id: 'si_1', current_period_end: end, price }] } })
  await told([fake.tell('customer.subscription.updated', { id: owner.id, object: 'subscription' })])
  return owner
}

test.each([
  ['the configured price of a smaller plan', month('price_1188_month', 1188), 'basic'],
  ['the amount of a smaller plan', month('price_by_hand', 1188), 'basic'],
  ['its amount without tax', month('price_without_tax', 990), 'basic'],
  ['the price of another plan’s size', month('price_larger', 5988), 'digital'],
])('T17 F14 S-053 changed at the provider to %s, the plan follows', async (_what, price, plan) => {
  const owner = await billedBy(price)
  expect(await membershipOf(server, owner)).toBe(plan)
  expect(await acts(owner)).toEqual([])
})

test.each([
  ['an amount that we do not sell', month('price_one_cent', 1)],
  ['another currency', month('price_2988_month', 2988, { currency: 'idr' })],
  ['a configured price whose amount is another', month('price_1188_month', 1)],
  [
    'a price paid every ten years',
    month('price_2988_month', 2988, { recurring: { interval: 'year', interval_count: 10 } }),
  ],
])('T17 F14 billed by %s, the team is told and the plan ends in fourteen days', async (_what, price) => {
  const owner = await billedBy(price)
  await told([fake.tell('customer.subscription.updated', { id: (await onlySubscription(owner))?.id })])
  expect(await acts(owner)).toEqual(['payment.price_unknown'])
  expect(await membershipIn(13, owner)).toBe('premium')
  expect(await membershipIn(15, owner)).toBe('freemium')
})

const onlySubscription = async ({ companyId }: Owner) =>
  await rowOf<{ id: string; status: string; ends_for_deletion: boolean }>(server.db)`
    select id, status, ends_for_deletion from subscriptions where subscriptions.company_id = ${companyId}`

test('F14 money given back no longer pays for its period', async () => {
  const owner = await newSubscriber()
  const [refund] = fake.refund(owner.id)
  await told([refund, refund] as SignedWebhook[])
  expect(await acts(owner)).toEqual(['payment.refund'])
  expect(await membershipIn(13, owner)).toBe('premium')
  expect(await membershipIn(15, owner)).toBe('freemium')
})

test('F14 money given back before its payment was told of pays for nothing', async () => {
  const owner = await newOwner(server)
  const [paid] = fake.pay(await openSession(server, owner))
  const { data } = JSON.parse(paid?.rawBody ?? '') as { data: { object: { subscription: string } } }
  await told(fake.refund(data.object.subscription))
  await told([paid] as SignedWebhook[])
  expect(await acts(owner)).toEqual(['payment.refund'])
  expect(await membershipIn(15, owner)).toBe('freemium')
})

test('F14 disputed money pays for nothing until the dispute is won; a question of the bank takes nothing', async () => {
  const owner = await newSubscriber()
  await told(fake.dispute(owner.id, 'warning_needs_response'))
  expect(await acts(owner)).toEqual([])
  await told(fake.dispute(owner.id, 'needs_response'))
  expect(await membershipIn(15, owner)).toBe('freemium')
  await told(fake.dispute(owner.id, 'won'))
  expect(await membershipOf(server, owner)).toBe('premium')
  expect(await acts(owner)).toEqual(['payment.dispute', 'payment.reversal_ended'])
  await told(fake.dispute(owner.id, 'lost'))
  expect(await membershipIn(15, owner)).toBe('freemium')
})

test('F14 asking for deletion bills no further period, and signing in again within the delay goes on', async () => {
  const owner = await newSubscriber()
  const billsAgain = async () => {
    await server.runJobs()
    return !(await server.deps.gateways.payment.readSubscription(owner.id)).cancelAtPeriodEnd
  }
  expect(await billsAgain()).toBe(true)
  await server.client.call('DELETE /v1/account', { token: owner.token })
  expect(await billsAgain()).toBe(false)
  expect((await onlySubscription(owner))?.status).toBe('cancelling')

  const { data } = await server.client.answer('POST /v1/authentication/send-activation-code', {
    as: 'form',
    body: { phone: owner.phone },
  })
  expect(data).toBeDefined()
  const sent = await server.client.answer('GET /v1/dev/outbox', { query: { kind: 'sms', to: owner.phone } })
  const [sms] = sent.data as { text: string }[]
  const form = { phone: owner.phone, code: /: (\w{5})/.exec(sms?.text ?? '')?.[1] ?? '' }
  expect((await server.client.answer('POST /v1/authentication/start-session', { as: 'form', body: form })).status).toBe(
    200,
  )
  expect(await billsAgain()).toBe(true)
  expect((await onlySubscription(owner))?.status).toBe('active')
})

test('F14 what its owner had cancelled by hand stays cancelled, whatever becomes of the account', async () => {
  const owner = await newSubscriber()
  fake.change(owner.id, { cancel_at_period_end: true })
  await told([fake.tell('customer.subscription.updated', { id: owner.id })])
  await server.client.call('DELETE /v1/account', { token: owner.token })
  await server.runJobs()
  expect(provider.requests.filter(({ method, path }) => method === 'POST' && path.endsWith(owner.id))).toEqual([])
  expect((await onlySubscription(owner))?.ends_for_deletion).toBe(false)
})

test('F14 F12 the provider is asked for hours to bill no further period, and to end what an erased business paid', async () => {
  const owner = await newSubscriber()
  const tries = async (name: string) =>
    await foundCell<number>(server.db)`
      select jobs.max_attempts from jobs where jobs.name = ${name} and jobs.payload ->> 'subscriptionId' = ${owner.id}`
  await server.client.call('DELETE /v1/account', { token: owner.token })
  expect(await tries('renew-or-end-subscription')).toBe(12)
  await server.runJobs()
  await server.setClock(inDays(31))
  await eraseAccounts(server.deps)
  expect(await onlySubscription(owner)).toBeUndefined()
  expect(await tries('end-subscription')).toBe(12)
  await server.runJobs()
  expect(provider.requests.some(({ method, path }) => method === 'DELETE' && path.endsWith(owner.id))).toBe(true)
})
