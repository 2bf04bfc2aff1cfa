import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  actionsOf,
  isLive,
  type OrderAction,
  type OrderPhase,
  type OrderState,
  type OrderStatus,
  orderActions,
  orderAfter,
  stateOf,
  stateWord,
} from './order-states.ts'

const stored: Record<string, { status: OrderStatus; phase: OrderPhase | null }> = {
  asked: { status: 'pending', phase: null },
  proposed: { status: 'pending', phase: 'proposed' },
  accepted: { status: 'validated', phase: null },
  preparing: { status: 'validated', phase: 'preparing' },
  ready: { status: 'ready', phase: null },
  collected: { status: 'collected', phase: null },
  no_show: { status: 'not_collected', phase: null },
  refused: { status: 'cancelled', phase: null },
  withdrawn: { status: 'cancelled', phase: 'withdrawn' },
  revoked: { status: 'cancelled', phase: 'revoked' },
  expired: { status: 'cancelled', phase: 'expired' },
}

/** Table 4.1, written once more by hand: from, the side, what it may do and what that gives. */
const table: [string, 'resident' | 'company', Partial<Record<OrderAction, OrderState>>][] = [
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
  ...['collected', 'no_show', 'refused', 'withdrawn', 'revoked', 'expired'].flatMap((state): typeof table => [
    [state, 'resident', {}],
    [state, 'company', {}],
  ]),
]

test.each(table)(
  'Q-003 O-001 O-017 O-019 from %s the %s does what table 4.1 says and nothing else',
  (from, side, expected) => {
    const start = stored[from]
    if (!start) throw new Error(from)
    expect(actionsOf(start, side)).toEqual(orderActions.filter((action) => action in expected))
    for (const action of actionsOf(start, side)) {
      const after = action === 'undo' ? undefined : orderAfter(start, action)
      expect(after && stateOf(after).state).toBe(expected[action])
    }
  },
)

test('Q-003 ends absorb: whatever is tried, in any order, nothing leaves them', () => {
  const anyAction = fc.constantFrom(...orderActions.filter((action) => action !== 'undo'))
  fc.assert(
    fc.property(fc.array(anyAction, { maxLength: 12 }), (actions) => {
      let order = { status: 'pending' as OrderStatus, phase: null as OrderPhase | null }
      for (const action of actions) {
        const after = orderAfter(order, action)
        if (!isLive(order)) expect(after).toBeUndefined()
        order = after ?? order
      }
    }),
  )
})

test('TO-15 a phase that does not belong to its status is ignored: the former release changes the status alone', () => {
  expect(stateOf({ status: 'validated', phase: 'proposed' }).state).toBe('accepted')
  expect(stateOf({ status: 'collected', phase: 'preparing' }).state).toBe('collected')
  expect(stateOf({ status: 'cancelled', phase: 'proposed' }).state).toBe('refused')
})

test('Q-002 each state has its word, and a cancelled order says by whom', () => {
  expect(Object.values(stored).map((one) => stateWord(stateOf(one)))).toEqual([
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
