import { expect, test } from 'vitest'
import { withSlashes } from './birth-date-field.tsx'

test('R-023 the slashes of a birth date come by themselves', () => {
  expect(['3', '31', '31/1', '31/12', '31/12/1990', '31121990'].map(withSlashes)).toEqual([
    '3',
    '31/',
    '31/1',
    '31/12/',
    '31/12/1990',
    '31/12/1990',
  ])
})

test.each(['22/11/1980', '22.11.1980', '22 11 1980', '22-11-1980', '22111980'])(
  'R-063 R-023 %s typed one character after the other is 22/11/1980',
  (typed) => {
    expect([...typed].reduce((shown, character) => withSlashes(shown + character), '')).toBe('22/11/1980')
  },
)

test('R-023 another way of writing is left as typed', () => {
  expect(['1/2/1990', '1990-12-31', '31 12 1990'].map(withSlashes)).toEqual(['1/2/1990', '1990-12-31', '31 12 1990'])
})
