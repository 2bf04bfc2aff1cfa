import { expect, test } from 'vitest'
import { whenChanged } from './use-editing.ts'

test('a change is told with its time, and with its day when that is not today in Paris', () => {
  const now = Date.parse('2027-03-12T00:30:00+01:00')
  expect(whenChanged('2027-03-12T00:05:00+01:00', now)).toBe('à 00:05')
  expect(whenChanged('2027-03-11T23:50:00+01:00', now)).toBe('le 11 mars 2027 à 23:50')
})
