import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { expect, test } from 'vitest'
import { planHours, unknownHours } from '../hours/day-hours.ts'
import { writeParisIso } from '../kernel/paris-time.ts'
import { checkNewOrder, checkOrderReason, checkValidation, hasCoupon, isBelowMinimum } from './order.ts'
import { cancelledOrderText, placedOrderText, validatedOrderText } from './order-messages.fr.ts'
import { closingToday, nextOpening } from './order-settings.ts'
import {
  actionsOf,
  isLive,
  type OrderAction,
  type OrderState,
  orderActions,
  orderAfter,
  type StoredState,
  stateOf,
  stateWord,
  statusOf,
} from './order-states.ts'

const now = Temporal.Instant.from('2027-03-12T12:00:30Z')
const baguettes = { pickupDateTime: '2027-03-12 18:00', orderContent: '2 baguettes', total: '2,40' }
const errorsOf = (changes: Partial<typeof baguettes>) => checkValidation({ ...baguettes, ...changes }, now).errors

test('O-011 a good validation is read', () => {
  const { errors, value } = checkValidation(baguettes, now)
  expect(errors).toEqual({})
  expect(value && [writeParisIso(value.pickup), value.content, value.totalCents]).toEqual([
    '2027-03-12T18:00:00+01:00',
    '2 baguettes',
    240,
  ])
})

test.each(['pickupDateTime', 'orderContent', 'total'] as const)('O-008 %s is required', (field) => {
  expect(errorsOf({ [field]: ' ' })).toEqual({ [field]: 'order_required_error' })
  expect(checkValidation({ ...baguettes, [field]: '' }, now).value).toBeUndefined()
})

test('O-005 O-009 the pickup is valid, from the current minute on, whatever its zone', () => {
  const pickup = (pickupDateTime: string) => errorsOf({ pickupDateTime })
  expect(pickup('2027-03-12 13:00')).toEqual({})
  expect(pickup('2027-03-12T12:00:00Z')).toEqual({})
  for (const past of ['2027-03-12 12:59', '2027-03-11 18:00', '2027-02-31 18:00', 'demain']) {
    expect(pickup(past)).toEqual({ pickupDateTime: 'pickup_date_error' })
  }
})

test('O-010 the price is a number, comma or point', () => {
  for (const total of ['12,50', '12.5', '0']) expect(errorsOf({ total })).toEqual({})
  for (const total of ['abc', '-1', '1,234', 'NaN']) expect(errorsOf({ total })).toEqual({ total: 'price_error' })
  expect(checkValidation({ ...baguettes, total: 12.5 }, now).value?.totalCents).toBe(1250)
})

test('O-014 a cancellation needs its reason', () => {
  expect(checkOrderReason('cancelMessage', '')).toEqual({ cancelMessage: 'cancel_reason_error' })
  expect(checkOrderReason('cancelMessage', 'Plus de pain')).toEqual({})
  expect(checkOrderReason('cancelMessage', 'a'.repeat(5001))).toEqual({ cancelMessage: 'order_text_error' })
})

test('O-007 the least amount is 0 when empty', () => {
  const order = { pickupDateTime: '2027-03-12 18:00', orderContent: 'Pain' }
  expect(checkNewOrder(order, now).value).toMatchObject({ minOrderCents: 0, coupon: '' })
  expect(checkNewOrder({ ...order, minOrder: '' }, now).value?.minOrderCents).toBe(0)
  expect(checkNewOrder({ ...order, minOrder: 15 }, now).value?.minOrderCents).toBe(1500)
  expect(checkNewOrder({ ...order, minOrder: 'x' }, now).errors).toEqual({ minOrder: 'price_error' })
  expect(Object.keys(checkNewOrder({ pickupDateTime: '', orderContent: '' }, now).errors)).toHaveLength(2)
})

test('O-006 there is a coupon when its message is not empty', () => {
  expect(['-10%', '', ' ', null].map(hasCoupon)).toEqual([true, false, false, false])
})

test('AMB-109 a total under the least amount is a warning', () => {
  expect(isBelowMinimum({ totalCents: 1499, minOrderCents: 1500 })).toBe(true)
  expect(isBelowMinimum({ totalCents: 1500, minOrderCents: 1500 })).toBe(false)
})

const stored: Record<StoredState, ReturnType<typeof statusOf>> = {
  asked: { status: 'pending', step: null },
  proposed: { status: 'pending', step: null },
  accepted: { status: 'validated', step: null },
  preparing: { status: 'validated', step: null },
  ready: { status: 'validated', step: 'ready' },
  collected: { status: 'validated', step: 'collected' },
  no_show: { status: 'validated', step: 'not_collected' },
  refused: { status: 'cancelled', step: null },
  withdrawn: { status: 'cancelled', step: null },
  revoked: { status: 'cancelled', step: null },
  expired: { status: 'cancelled', step: null },
}
const states = Object.keys(stored) as StoredState[]

/** Table 4.1, written once more by hand: from, the side, what it may do and what that gives. */
const table: [StoredState, 'resident' | 'company', Partial<Record<OrderAction, OrderState>>][] = [
  ['asked', 'resident', { change: 'asked', withdraw: 'cancelled' }],
  ['asked', 'company', { validate: 'accepted', propose: 'proposed', refuse: 'refused' }],
  ['proposed', 'resident', { change: 'asked', accept: 'accepted', withdraw: 'cancelled' }],
  ['proposed', 'company', { validate: 'accepted', propose: 'proposed', accept: 'accepted', refuse: 'refused' }],
  ['accepted', 'resident', { withdraw: 'cancelled' }],
  [
    'accepted',
    'company',
    { start: 'preparing', ready: 'ready', collected: 'collected', no_show: 'no_show', revoke: 'cancelled' },
  ],
  ['preparing', 'resident', {}],
  ['preparing', 'company', { ready: 'ready', collected: 'collected', no_show: 'no_show', revoke: 'cancelled' }],
  ['ready', 'resident', {}],
  ['ready', 'company', { collected: 'collected', no_show: 'no_show', revoke: 'cancelled' }],
  ...(['collected', 'no_show', 'refused', 'withdrawn', 'revoked', 'expired'] as const).flatMap(
    (state): typeof table => [
      [state, 'resident', {}],
      [state, 'company', {}],
    ],
  ),
]

test.each(table)(
  'Q-003 O-001 O-017 O-019 from %s the %s does what table 4.1 says and nothing else',
  (from, side, expected) => {
    const start = { state: from }
    expect(actionsOf(start, side)).toEqual(orderActions.filter((action) => action in expected))
    for (const action of actionsOf(start, side)) {
      const after = action === 'undo' ? undefined : orderAfter(start, action)
      expect(after && stateOf({ state: after }).state).toBe(expected[action])
    }
  },
)

test('Q-003 ends absorb: whatever is tried, in any order, nothing leaves them', () => {
  const anyAction = fc.constantFrom(...orderActions.filter((action) => action !== 'undo'))
  fc.assert(
    fc.property(fc.array(anyAction, { maxLength: 12 }), (actions) => {
      let state: StoredState = 'asked'
      for (const action of actions) {
        const after = orderAfter({ state }, action)
        if (!isLive({ state })) expect(after).toBeUndefined()
        state = after ?? state
      }
    }),
  )
})

test('TO-15 the older words of the wire follow from the state', () => {
  for (const state of states) expect([state, statusOf({ state })]).toEqual([state, stored[state]])
})

test('Q-002 each state has its word, and a cancelled order says by whom', () => {
  expect(states.map((state) => stateWord(stateOf({ state })))).toEqual([
    'Envoyée',
    'Proposition à accepter',
    'Acceptée',
    'En préparation',
    'Prête',
    'Retirée',
    'Non retirée',
    'Refusée',
    'Annulée par vous',
    'Annulée par le commerce',
    'Sans réponse',
  ])
})

const pickup = Temporal.Instant.from('2027-03-12T17:00:00Z')

test('O-020 the order message says what and when, and the coupon when there is one', () => {
  const order = { pickup, content: 'Deux baguettes', coupon: '', minOrderCents: 0, maxTotalCents: null }
  expect(placedOrderText(order)).toBe('Commande pour le 12 mars 2027 à 18:00\n\nDeux baguettes')
  expect(placedOrderText({ ...order, coupon: '-10 %' })).toContain('\n\nCode promo : -10 %')
})

test('O-012 O-013 the decision says the final content, time and total, or the reason', () => {
  const text = validatedOrderText({ pickup, content: 'Un flan', totalCents: 1250 })
  for (const part of ['12 mars 2027 à 18:00', 'Un flan', '12,50']) expect(text).toContain(part)
  expect(cancelledOrderText('Plus de farine', 'Un flan')).toContain('Raison : Plus de farine')
})

test('Q-026 after midnight a bar pauses until its evening closes, or until the next one opens', () => {
  const evening = { days: [1, 2, 3, 4, 5, 6] as const, start: '18:00', end: '02:00', enabled: true }
  const plan = planHours({ ...unknownHours, week: [evening] })
  const endsAt = (moment: string) => {
    const at = Date.parse(moment)
    return [closingToday(plan, at), nextOpening(plan, at)].map((end) => end && writeParisIso(end).slice(0, 16))
  }
  const [friday, saturday] = [
    ['2027-03-13T02:00', '2027-03-13T18:00'],
    ['2027-03-14T02:00', '2027-03-15T18:00'],
  ]
  expect(endsAt('2027-03-12T12:00:00+01:00')).toEqual(friday)
  expect(endsAt('2027-03-12T23:00:00+01:00')).toEqual(friday)
  expect(endsAt('2027-03-13T01:00:00+01:00')).toEqual(friday)
  expect(endsAt('2027-03-14T01:00:00+01:00')).toEqual(saturday)
  expect(endsAt('2027-03-14T12:00:00+01:00')).toEqual([undefined, '2027-03-15T18:00'])
})
