import fc from 'fast-check'
import { expect, test } from 'vitest'
import { businessTypes } from '../kernel/business-type.ts'
import {
  applySubscriptionEvent,
  currentSubscription,
  lapsesAt,
  planOffer,
  purchasedMembership,
  replacedSubscriptions,
  type Subscription,
  type SubscriptionEvent,
  showsBillingPortal,
} from './membership.ts'
import { featureLabels, priceTexts, yearlyGift } from './plans.fr.ts'
import {
  effectiveMembership,
  isLimitReached,
  limitsOf,
  type Periodicity,
  paidPlanIds,
  planLabel,
  plans,
  preferredPlan,
  priceOf,
} from './plans.ts'

test('S-014 three plans with their labels, premium preferred (S-013)', () => {
  expect(plans.map(({ id, label }) => [id, label])).toEqual([
    ['basic', 'STARTER'],
    ['premium', 'PREMIUM'],
    ['digital', 'ADVANCED'],
  ])
  expect(planLabel('freemium')).toBe('FREEMIUM')
  expect(preferredPlan).toBe('premium')
})

test.each([
  ['basic', '9,90 € HT /mois', 'soit 11,88 € TTC', '99 € HT /an', 'soit 118,80 € TTC'],
  ['premium', '24,90 € HT /mois', 'soit 29,88 € TTC', '249 € HT /an', 'soit 298,80 € TTC'],
  ['digital', '49,90 € HT /mois', 'soit 59,88 € TTC', '499 € HT /an', 'soit 598,80 € TTC'],
] as const)('S-015 S-016 S-017 S-018 S-019 S-020 the prices of %s', (id, month, monthTax, year, yearTax) => {
  const shown = (periodicity: Periodicity) => {
    const { amount, period, includingTax } = priceTexts(priceOf(id, periodicity), periodicity)
    return [`${amount} ${period}`, includingTax].map((text) => text.replaceAll('\u00A0', ' '))
  }
  expect(shown('monthly')).toEqual([month, monthTax])
  expect(shown('annual')).toEqual([year, yearTax])
  expect(priceOf(id, 'annual').excludingTax).toBe(priceOf(id, 'monthly').excludingTax * 10)
  expect(yearlyGift).toBe('2 mois offerts')
})

const features = (id: string) =>
  plans.find((plan) => plan.id === id)?.features.map(({ included, text }) => text ?? (included ? '✓' : '✗'))

test('S-021 S-022 S-023 S-024 the feature table', () => {
  expect(plans[0]?.features.map((feature) => feature.id)).toEqual(Object.keys(featureLabels))
  expect(features('basic')).toEqual(['✓', '✓', '✓', '3 par type', '1 par semaine', '✗', '✗', '✗', '✗', '✗'])
  expect(features('premium')).toEqual(['✓', '✓', '✓', 'illimité', 'illimité', '✓', '✓', '✗', '✗', '✗'])
  expect(features('digital')).toEqual(['✓', '✓', '✓', 'illimité', 'illimité', '✓', '✓', '✓', '✓', 'personnalisé'])
})

test.each([
  ['commerce', 'freemium', 'freemium', [3, 3, 1, 1, false, false]],
  ['entreprise', 'basic', 'basic', [3, -1, 1, 1, false, false]],
  ['commerce', 'premium', 'premium', [-1, -1, -1, -1, true, true]],
  ['entreprise', 'digital', 'digital', [-1, -1, -1, -1, true, true]],
  ['association', 'freemium', 'premium', [-1, -1, -1, -1, true, false]],
  ['association', 'digital', 'digital', [-1, -1, -1, -1, true, false]],
  ['mairie', 'freemium', 'premium', [-1, -1, -1, -1, true, false]],
] as const)('S-025 S-044 %s having bought %s: %s %j (appendix B)', (type, purchased, effective, limits) => {
  expect(effectiveMembership(type, purchased)).toBe(effective)
  expect(Object.values(limitsOf(type, purchased))).toEqual(limits)
})

test('S-044 -1 is unlimited', () => {
  expect([isLimitReached(3, 2), isLimitReached(3, 3), isLimitReached(-1, 999), isLimitReached(3, 4)]).toEqual([
    false,
    true,
    false,
    true,
  ])
})

test('S-002 what may be bought (AMB-67)', () => {
  const free = { membership: 'freemium', periodicity: null } as const
  const premium = { membership: 'premium', periodicity: 'annual' } as const
  expect(paidPlanIds.map((plan) => planOffer('commerce', free, plan, 'annual'))).toEqual([
    'offered',
    'offered',
    'offered',
  ])
  expect(planOffer('commerce', premium, 'premium', 'annual')).toBe('current')
  expect(planOffer('commerce', premium, 'premium', 'monthly')).toBe('offered')
  expect(paidPlanIds.map((plan) => planOffer('association', free, plan, 'annual'))).toEqual([
    'included',
    'included',
    'offered',
  ])
  expect(paidPlanIds.map((plan) => planOffer('mairie', free, plan, 'annual'))).toEqual(Array(3).fill('not_offered'))
})

test('S-007 S-008 the billing-portal link (AMB-66)', () => {
  expect(businessTypes.map((type) => showsBillingPortal(type, 'freemium'))).toEqual([true, true, false, false])
  expect(businessTypes.map((type) => showsBillingPortal(type, 'premium'))).toEqual([true, true, false, false])
  expect(showsBillingPortal('association', 'digital')).toBe(true)
})

const day = 24 * 3600 * 1000
const event = (changes: Partial<SubscriptionEvent>): SubscriptionEvent => ({
  id: 'evt_1',
  kind: 'purchased',
  subscriptionId: 'sub_1',
  plan: 'premium',
  periodicity: 'monthly',
  at: 0,
  startedAt: 0,
  periodEnd: 30 * day,
  ...changes,
})
const replay = (events: readonly SubscriptionEvent[]): Subscription[] => {
  const known = new Map<string, Subscription>()
  for (const each of events)
    known.set(each.subscriptionId, applySubscriptionEvent(known.get(each.subscriptionId), each))
  return [...known.values()]
}

test.each([
  ['purchased', 'premium', 'premium'],
  ['changed', 'premium', 'premium'],
  ['renewed', 'premium', 'premium'],
  ['payment_failed', 'premium', 'freemium'],
  ['cancelled_at_period_end', 'premium', 'freemium'],
  ['ended', 'freemium', 'freemium'],
] as const)('S-052 after %s: %s now, %s long after the period', (kind, now, later) => {
  const subscriptions = replay([event({}), event({ id: 'evt_2', kind, at: day })])
  expect(purchasedMembership(subscriptions, 2 * day)).toBe(now)
  expect(purchasedMembership(subscriptions, 60 * day)).toBe(later)
})

test.each(['cancelled_at_period_end', 'payment_failed'] as const)(
  'S-052 %s: the plan lasts until the period ends',
  (kind) => {
    const subscriptions = replay([event({ kind })])
    expect(subscriptions.map(lapsesAt)).toEqual([30 * day])
    expect(purchasedMembership(subscriptions, 30 * day - 1)).toBe('premium')
    expect(purchasedMembership(subscriptions, 30 * day)).toBe('freemium')
  },
)

test('S-053 a new plan replaces the former subscription, which is to be ended, in any order', () => {
  const bought = event({})
  const changed = event({ id: 'evt_2', subscriptionId: 'sub_2', plan: 'digital', at: 5 * day, startedAt: 5 * day })
  const formerEnded = event({ id: 'evt_3', kind: 'ended', at: 6 * day })
  const before = replay([bought, changed])
  expect(purchasedMembership(before, 7 * day)).toBe('digital')
  expect(replacedSubscriptions(before, 7 * day).map((subscription) => subscription.subscriptionId)).toEqual(['sub_1'])
  for (const order of [
    [bought, changed, formerEnded],
    [formerEnded, changed, bought],
    [changed, formerEnded, bought],
    [bought, formerEnded, changed],
  ]) {
    expect(purchasedMembership(replay(order), 7 * day)).toBe('digital')
    expect(replacedSubscriptions(replay(order), 7 * day)).toEqual([])
  }
})

test('S-053 nothing is to be ended while nothing is alive', () => {
  expect(replacedSubscriptions(replay([event({ kind: 'cancelled_at_period_end' })]), 40 * day)).toEqual([])
})

const kind = fc.constantFrom<SubscriptionEvent['kind'][]>(
  'purchased',
  'changed',
  'renewed',
  'payment_failed',
  'cancelled_at_period_end',
  'ended',
)
const history = fc
  .uniqueArray(
    fc.record({
      id: fc.uuid(),
      kind,
      subscriptionId: fc.constantFrom('sub_1', 'sub_2', 'sub_3'),
      plan: fc.constantFrom(...paidPlanIds),
      at: fc.integer({ min: 0, max: 40 }).map((days) => days * day),
    }),
    { selector: ({ id }) => id, minLength: 1, maxLength: 12 },
  )
  .map((events) => events.map((each) => event({ ...each, startedAt: Number(each.subscriptionId.slice(4)) * day })))

test('S-051 S-052 any order and repetition of events ends in what the last event says', () => {
  const shuffled = history.chain((events) =>
    fc.tuple(fc.constant(events), fc.shuffledSubarray([...events, ...events], { minLength: events.length * 2 })),
  )
  fc.assert(
    fc.property(shuffled, ([events, arrival]) => {
      const latest = events.filter((each) => each.subscriptionId === 'sub_1').sort((a, b) => a.at - b.at)
      const last = latest.at(-1)
      const known = replay(arrival)
      const first = known.find((subscription) => subscription.subscriptionId === 'sub_1')
      expect(first?.lastEventAt).toBe(last?.at)
      const inOrder = currentSubscription(replay(events.toSorted((a, b) => a.at - b.at)), 41 * day)
      expect(currentSubscription(known, 41 * day)).toEqual(inOrder)
    }),
    { numRuns: 500 },
  )
})
