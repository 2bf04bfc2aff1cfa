import { expect, test } from 'vitest'
import { matches } from './matches.ts'

test('a search ignores accents, case, hyphens and the order of words', () => {
  for (const search of ['epicerie', 'ÉPICERIE fine', 'fine epi', 'saint ouen', 'Saint-Ouen']) {
    expect(matches('Épicerie fine de Saint-Ouen', search), search).toBe(true)
  }
  expect(matches('Œuvres d’art', 'oeuvres d art')).toBe(true)
})

test('every word must be found', () => {
  expect(matches('Épicerie fine', 'épicerie bio')).toBe(false)
})

test('an empty search finds all', () => {
  expect(matches('Boulangerie', '  ')).toBe(true)
})
