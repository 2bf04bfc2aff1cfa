import { testApp } from '@parvis/harness/server/test-app'
import {
  buy,
  event,
  membershipChanges,
  membershipOf,
  openSession,
  payInSilence,
  play,
  press,
  signed,
  tell,
} from '@parvis/harness/town/payments'
import { newOwner, type Owner } from '@parvis/harness/town/people'
import fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import { rowsOf } from '../../db/database.ts'
import { GatewayFailure } from '../../gateways/gateway-failure.ts'
import { endLapsedMemberships, notifyEndingPlans, reconcilePayments } from './payment-work.ts'

const server = testApp()
afterEach(() => vi.restoreAllMocks())

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
const subscriptionsOf = (owner: Owner) =>
  rowsOf<{ id: string; status: string; period_end: Date; replaced_at: Date | null }>(server.db)`
    select subscriptions.id, subscriptions.status, subscriptions.period_end, subscriptions.replaced_at
    from subscriptions where subscriptions.company_id = ${owner.companyId} order by subscriptions.started_at`

test('S-052 a renewal moves the end of the period and keeps the plan', async () => {
  const owner = await newOwner(server)
  await buy(server, owner, { periodicity: 'monthly' })
  const [before] = await subscriptionsOf(owner)
  expect((await play(server, owner, 'renewed')).status).toBe(200)
  const [after] = await subscriptionsOf(owner)
  expect(after?.period_end.getTime()).toBeGreaterThan(before?.period_end.getTime() ?? 0)
  expect(await membershipChanges(server, owner)).toEqual(['freemium premium'])
})

test('S-052 AMB-69 a failed payment keeps the plan until its period ends; a payment in time keeps it', async () => {
  const owner = await newOwner(server)
  await buy(server, owner, { periodicity: 'monthly' })
  await play(server, owner, 'payment_failed')
  await endLapsedMemberships(server.deps)
  expect(await membershipOf(server, owner)).toBe('premium')
  await server.setClock(inDays(32))
  await endLapsedMemberships(server.deps)
  expect(await membershipOf(server, owner)).toBe('freemium')
  await server.setClock(null)

  const saved = await newOwner(server)
  await buy(server, saved, { periodicity: 'monthly' })
  await play(server, saved, 'payment_failed')
  await play(server, saved, 'renewed')
  await server.setClock(inDays(32))
  await endLapsedMemberships(server.deps)
  expect(await membershipOf(server, saved)).toBe('premium')
})

test('S-052 a subscription cancelled at the end of its period lasts until then', async () => {
  const owner = await newOwner(server)
  await buy(server, owner, { periodicity: 'monthly' })
  const [{ id } = { id: '' }] = await subscriptionsOf(owner)
  const { payment } = server.deps.gateways
  const told = await payment.readSubscription(id)
  vi.spyOn(payment, 'readSubscription').mockResolvedValue({ ...told, cancelAtPeriodEnd: true })
  expect(await tell(server, signed(server, event('customer.subscription.updated', id)))).toBe(200)
  expect((await subscriptionsOf(owner))[0]?.status).toBe('cancelling')
  expect(await membershipOf(server, owner)).toBe('premium')
  await server.setClock(inDays(32))
  await endLapsedMemberships(server.deps)
  expect(await membershipChanges(server, owner)).toEqual(['freemium premium', 'premium freemium'])
})

test('U-087 a plan that ends by itself is told a week before, once, and not if it is paid in time', async () => {
  const [owner, saved] = [await newOwner(server), await newOwner(server)]
  const told = ({ companyId }: Owner) =>
    rowsOf(server.db)`select kind, facts from notices where company_id = ${companyId} and key like 'plan-ends-%'`
  for (const one of [owner, saved]) {
    await buy(server, one, { periodicity: 'monthly' })
    await play(server, one, 'payment_failed')
  }
  await play(server, saved, 'renewed')
  await notifyEndingPlans(server.deps)
  expect(await told(owner)).toEqual([])
  await server.setClock(inDays(26))
  await notifyEndingPlans(server.deps)
  await notifyEndingPlans(server.deps)
  expect(await told(owner)).toMatchObject([
    {
      kind: 'plan',
      facts: {
        sentence: expect.stringMatching(/^Votre abonnement PREMIUM se termine le \d+.* 20\d\d\.$/),
        outcome: expect.stringMatching(/^Vos instants restent en ligne\. .*commandes/),
      },
    },
  ])
  expect(await told(saved)).toEqual([])
})

test('S-052 S-025 a cancelled company is freemium again, and may buy again', async () => {
  const owner = await newOwner(server)
  await buy(server, owner)
  expect((await play(server, owner, 'cancelled')).status).toBe(200)
  expect(await membershipOf(server, owner)).toBe('freemium')
  const { token, companyId: id } = owner
  const bought = () => server.client.call('GET /v1/company/:id/subscription', { token, params: { id } })
  expect(await bought()).toMatchObject({ status: 'ended', purchased: 'freemium', periodicity: null, periodEnd: null })
  await buy(server, owner)
  expect((await bought()).status).toBe('active')
  expect(await membershipOf(server, owner)).toBe('premium')
  expect((await play(server, await newOwner(server), 'renewed')).error?.code).toBe('NO_CUSTOMER')
})

test('S-053 AMB-67 the former subscription ends at the provider when the new one is paid, and gives nothing more', async () => {
  const owner = await newOwner(server)
  await buy(server, owner)
  const [former] = await subscriptionsOf(owner)
  const sessionId = await openSession(server, owner, { plan: 'digital' })
  expect(await membershipOf(server, owner)).toBe('premium')
  await press(server, sessionId, 'paid')
  expect(await membershipOf(server, owner)).toBe('digital')
  await server.runJobs()
  expect((await server.deps.gateways.payment.readSubscription(former?.id ?? '')).status).toBe('canceled')
  expect((await subscriptionsOf(owner)).map(({ status }) => status)).toEqual(['ended', 'active'])
  await play(server, owner, 'cancelled')
  expect(await membershipOf(server, owner)).toBe('freemium')
})

test('S-053 a provider silent when the former subscription is to be ended is asked again', async () => {
  const owner = await newOwner(server)
  await buy(server, owner)
  const [former] = await subscriptionsOf(owner)
  const end = vi.spyOn(server.deps.gateways.payment, 'endSubscription')
  end.mockRejectedValueOnce(new GatewayFailure('unavailable', 'silent'))
  await press(server, await openSession(server, owner, { plan: 'digital' }), 'paid')
  await expect(server.runJobs()).rejects.toThrow('silent')
  await server.setClock(inDays(0.1))
  await reconcilePayments(server.deps)
  expect((await server.deps.gateways.payment.readSubscription(former?.id ?? '')).status).toBe('canceled')
})

test('S-046 AMB-30 an association that ends ADVANCED has its free premium again', async () => {
  const owner = await newOwner(server, { type: 'association' })
  const effective = () =>
    server.client.call('GET /v1/company/:id/subscription', { token: owner.token, params: { id: owner.companyId } })
  await buy(server, owner, { plan: 'digital' })
  expect(await effective()).toMatchObject({ membership: 'digital', purchased: 'digital' })
  await play(server, owner, 'cancelled')
  expect(await effective()).toMatchObject({ membership: 'premium', purchased: 'freemium' })
})

test('S-052 F12 a period that ended without news is asked about', async () => {
  const owner = await newOwner(server)
  await buy(server, owner, { periodicity: 'monthly' })
  const [{ id } = { id: '' }] = await subscriptionsOf(owner)
  await server.deps.gateways.payment.endSubscription(id, 'by hand')
  await server.setClock(inDays(40))
  await reconcilePayments(server.deps)
  expect(await membershipOf(server, owner)).toBe('freemium')
})

const step = fc.constantFrom('renewed', 'payment_failed', 'cancelled')

test('S-052 F12 any order, repetition and mixture of events ends in the provider’s own state', {
  timeout: 60_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 4 }), fc.infiniteStream(fc.nat()), async (steps, choices) => {
      const owner = await newOwner(server)
      const sessionId = await openSession(server, owner)
      const told = [...(await payInSilence(server, sessionId))]
      for (const next of steps)
        told.push(
          ...((await server.development?.checkout.playSubscription(owner.companyId, next, Date.now() / 1_000)) ?? []),
        )
      const arrivals = [...told, ...told].sort(() => ((choices.next().value ?? 0) % 2) - 0.5)
      const half = Math.floor(arrivals.length / 2)
      await Promise.all(arrivals.slice(0, half).map((webhook) => tell(server, webhook)))
      for (const webhook of arrivals.slice(half)) expect(await tell(server, webhook)).toBe(200)
      await server.runJobs()
      expect(await membershipOf(server, owner)).toBe(steps.includes('cancelled') ? 'freemium' : 'premium')
      const [row] = await subscriptionsOf(owner)
      const last = steps.includes('cancelled') ? 'ended' : steps.at(-1) === 'payment_failed' ? 'past_due' : 'active'
      expect(row?.status).toBe(last)
    }),
    { numRuns: 12 },
  )
})
