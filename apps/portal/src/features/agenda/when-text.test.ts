import { Temporal } from 'temporal-polyfill'
import { expect, test } from 'vitest'
import { distanceBetween, whenText } from './when-text.ts'

const now = Temporal.Instant.from('2027-03-12T10:00:00+01:00')
const item = (originalStart: string, end: string) => ({ originalStart, end })

test('G-003 G-005 G-013 an item says its hours, its day when its group holds several, or that it is running', () => {
  expect(whenText(item('2027-03-12T14:30:00+01:00', '2027-03-12T18:00:00+01:00'), now)).toBe(
    '14\u00a0h\u00a030 – 18\u00a0h',
  )
  expect(whenText(item('2027-03-13T23:00:00+01:00', '2027-03-13T23:30:00+01:00'), now)).toBe(
    '23\u00a0h – 23\u00a0h\u00a030',
  )
  expect(whenText(item('2027-03-19T23:00:00+01:00', '2027-03-19T23:30:00+01:00'), now)).toBe(
    '23\u00a0h – 23\u00a0h\u00a030',
  )
  expect(whenText(item('2027-03-20T00:00:00+01:00', '2027-03-20T01:00:00+01:00'), now)).toBe(
    'samedi 20 mars, 0\u00a0h – 1\u00a0h',
  )
  expect(whenText(item('2027-03-12T10:00:00+01:00', '2027-03-12T11:00:00+01:00'), now)).toBe(
    'En cours, jusqu’à 11\u00a0h',
  )
})

test('I-105 AMB-98 the distance shows when both are on the map', () => {
  const here = { latitude: 48.9, longitude: 2.3 }
  expect(distanceBetween(here, { latitude: 48.91, longitude: 2.3 })).toBe('1,1 km')
  expect(distanceBetween(here, { latitude: null, longitude: 2.3 })).toBeUndefined()
})
