import { expect, test } from 'vitest'
import { displayName } from './display-name.ts'

test('M-040 M-021 a resident is a first name and an initial; without a profile, an inhabitant', () => {
  expect(displayName('Julie', 'Martin')).toBe('Julie M.')
  expect(displayName(' Éloïse ', 'de la Tour')).toBe('Éloïse D.')
  expect(displayName('Zoé', 'éclair')).toBe('Zoé É.')
  expect(displayName('Julie', null)).toBe('Julie')
  expect(displayName(null, null)).toBe('Un habitant')
})
