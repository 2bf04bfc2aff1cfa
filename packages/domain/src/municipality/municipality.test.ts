import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isWholeOrder, rankCouples, swapServices } from './rearrange.ts'
import { checkServiceForm } from './service-form.ts'

const link = { label: 'Piscine', iconId: 1, type: 'LINK', content: 'https://www.ville.fr' }

test.each([
  [{ label: 'ab' }, 'label'],
  [{ label: undefined }, 'label'],
  [{ label: 'a'.repeat(101) }, 'label'],
  [{ iconId: undefined }, 'iconId'],
  [{ type: 'PHONE' }, 'type'],
  [{ content: 'www.x.fr' }, 'content'],
  [{ content: 'http://x' }, 'content'],
  [{ content: 'javascript:alert(1)' }, 'content'],
  [{ type: 'INTERNAL_PAGE', content: '' }, 'content'],
  [{ type: 'INTERNAL_PAGE', content: '<p>  </p>' }, 'content'],
] as const)('V-010 V-011 V-012 V-013 V-014 refuses %j', (change, field) => {
  expect(Object.keys(checkServiceForm({ ...link, ...change }))).toEqual([field])
})

test('V-010 V-011 V-013 V-014 accepts the shortest good services', () => {
  expect(checkServiceForm({ ...link, label: 'abc' })).toEqual({})
  expect(checkServiceForm({ ...link, type: 'INTERNAL_PAGE', content: '<p>x</p>' })).toEqual({})
})

test('V-015 names the fields in the order of the form', () => {
  expect(Object.keys(checkServiceForm({}))).toEqual(['label', 'iconId', 'type'])
})

test('V-005 dragging the first tile onto the third gives 3, 2, 1', () => {
  expect(swapServices([1, 2, 3], 1, 3)).toEqual([3, 2, 1])
})

test('V-007 an order sent by the portal is whole, and nothing else is', () => {
  const ids = fc.uniqueArray(fc.integer({ min: 1, max: 1_000 }), { minLength: 1, maxLength: 20 })
  fc.assert(
    fc.property(ids, (order) => {
      const couples = rankCouples(order)
      expect(isWholeOrder([...order].reverse(), couples)).toBe(true)
      expect(isWholeOrder(order, couples.slice(1))).toBe(false)
      expect(isWholeOrder(order, [...couples.slice(1), { id: 2_000, rank: 1 }])).toBe(false)
      expect(
        isWholeOrder(
          order,
          couples.map(({ id, rank }) => ({ id, rank: rank - 1 })),
        ),
      ).toBe(false)
    }),
  )
})
