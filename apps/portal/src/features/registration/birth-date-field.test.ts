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

test('R-023 another way of writing is left as typed', () => {
  expect(['1/2/1990', '1990-12-31', '31 12 1990'].map(withSlashes)).toEqual(['1/2/1990', '1990-12-31', '31 12 1990'])
})
