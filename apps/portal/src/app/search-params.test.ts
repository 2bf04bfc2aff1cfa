import { expect, test } from 'vitest'
import { parseSearch, stringifySearch } from './search-params.ts'

test('R-001 R-002 R-005 a kept query string is the same, letter for letter', () => {
  for (const search of [
    '?useremail=a@b.fr',
    '?prosiret=73282932000074&userzipcode=01000',
    '?userphone=%2B33612345678',
    '',
  ]) {
    expect(stringifySearch(parseSearch(search))).toBe(search)
  }
})

test('values stay texts', () => {
  expect(parseSearch('?userzipcode=01000&username=NULL')).toEqual({ userzipcode: '01000', username: 'NULL' })
})
