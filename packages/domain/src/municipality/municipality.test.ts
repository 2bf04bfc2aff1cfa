import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isWholeOrder, rankCouples, swapped } from '../kernel/ranks.ts'
import { municipalityFieldTexts } from './municipality.refusals.fr.ts'
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

test('V-015 AMB-139 every failing field, in the order of the form, says the one municipality sentence', () => {
  const errors = checkServiceForm({})
  expect(Object.keys(errors)).toEqual(['label', 'iconId', 'type', 'content'])
  const said = [errors, checkServiceForm({ ...link, content: '' })].flatMap((found) => Object.values(found))
  for (const key of said)
    expect(municipalityFieldTexts).toHaveProperty(
      key,
      'Une erreur est survenue, merci de vérifier les informations du service',
    )
})

test('V-005 dragging the first tile onto the third gives 3, 2, 1', () => {
  expect(swapped([1, 2, 3], 1, 3)).toEqual([3, 2, 1])
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
