import { expect, test } from 'vitest'
import { readCityCodes } from './city-codes.ts'

test.each([
  ['[75015]', ['75015']],
  ['["75015"]', ['75015']],
  ['75015', ['75015']],
  ['75015,92110', ['75015', '92110']],
  ['[ "75015" , 92110 ]', ['75015', '92110']],
  ['1000', ['01000']],
  [
    ['75015', '92110'],
    ['75015', '92110'],
  ],
  ['75015,75015', ['75015']],
  ['00100', ['00100']],
])('C-031 AMB-97 reads %j', (received, zips) => {
  expect(readCityCodes(received)).toEqual(zips)
})

test.each([
  undefined,
  '',
  '[]',
  '[""]',
  '99000',
  'abc',
  '750150',
  '75015,',
  '[[75015]]',
  '{"a":75015}',
  ['75015', 'x'],
])('C-031 AMB-97 refuses %j', (received) => {
  expect(readCityCodes(received)).toBeUndefined()
})

test('C-031 AMB-97 takes 20 zips and refuses 21', () => {
  const zips = Array.from({ length: 21 }, (_, index) => String(75001 + index))
  expect(readCityCodes(zips.slice(1).join(','))).toHaveLength(20)
  expect(readCityCodes(zips.join(','))).toBeUndefined()
})
