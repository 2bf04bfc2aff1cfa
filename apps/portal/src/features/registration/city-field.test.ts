import { expect, test } from 'vitest'
import { citiesLike } from './city-field.tsx'

const cities = [
  { name: 'Paris 15e', zip: '75015' },
  { name: 'Clichy', zip: '92110' },
  { name: 'Clichy-sous-Bois', zip: '93390' },
  { name: 'Épinay-sur-Seine', zip: '93800' },
]

test('R-065 a city is found by its name, accents ignored, or by its zip', () => {
  expect(citiesLike(cities, 'clich').map(({ zip }) => zip)).toEqual(['92110', '93390'])
  expect(citiesLike(cities, '92110').map(({ name }) => name)).toEqual(['Clichy'])
  expect(citiesLike(cities, 'epinay')).toHaveLength(1)
  expect(citiesLike(cities, 'bois').map(({ zip }) => zip)).toEqual(['93390'])
})

test('R-071 nothing typed keeps the order of the list', () => {
  expect(citiesLike(cities, '')).toEqual(cities)
})
