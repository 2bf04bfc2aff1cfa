import { describe, expect, test } from 'vitest'
import { knownStreets } from '../../development/known-streets.ts'
import { citiesOfZip, communeOfName, communesOfZip, listRegionCities } from './communes.ts'
import { createEmbeddedGeocoder } from './embedded-geocoder.ts'

const geocoder = createEmbeddedGeocoder(knownStreets)

describe('communes', () => {
  test('a zip code gives its communes, the most populated first', () => {
    expect(communesOfZip('92110').map(({ name, code }) => [name, code])).toEqual([['Clichy', '92024']])
    expect(communesOfZip('01400').length).toBeGreaterThan(3)
    expect(communesOfZip('99999')).toEqual([])
  })

  test('names meet whatever their accents, hyphens and abbreviations', () => {
    expect(communeOfName('st denis')?.name).toBe('Saint-Denis')
    expect(communeOfName('ÉVRY COURCOURONNES')?.name).toBe('Évry-Courcouronnes')
  })

  test('a Paris district reads as in the city list', () => {
    expect(citiesOfZip('75001')).toEqual(['Paris 1er'])
    expect(citiesOfZip('75116')).toEqual(['Paris 16e'])
    expect(citiesOfZip('92110')).toEqual(['Clichy'])
    expect(citiesOfZip('00000')).toEqual([])
  })

  test('the city list holds Paris 1er to 20e, then Île-de-France in French order', () => {
    const cities = listRegionCities()
    expect(cities.slice(0, 20).map(({ name }) => name)).toEqual([
      'Paris 1er',
      ...Array.from({ length: 19 }, (_, at) => `Paris ${at + 2}e`),
    ])
    expect(cities.slice(0, 20).map(({ zip }) => zip)).toEqual(Array.from({ length: 20 }, (_, at) => String(75001 + at)))
    expect(cities).toContainEqual({ name: 'Clichy', zip: '92110' })
    expect(cities.length).toBeGreaterThan(1280)
    const names = cities.slice(20).map(({ name }) => name)
    expect(names).toEqual([...names].sort(new Intl.Collator('fr').compare))
    expect(new Set(cities.map(({ name, zip }) => `${name} ${zip}`)).size).toBe(cities.length)
  })
})

describe('suggestions without network', () => {
  test('a known street keeps the typed number', async () => {
    const [first] = await geocoder.suggest('12 rue martre', '92110', 5)
    expect(first).toMatchObject({ label: '12 Rue Martre, 92110 Clichy', address: '12 Rue Martre', zipCode: '92110' })
  })

  test('any street is echoed in the commune of the zip code, typed or given', async () => {
    const typed = await geocoder.suggest('3 rue Imaginaire 75015', undefined, 5)
    expect(typed).toMatchObject([{ address: '3 rue Imaginaire', zipCode: '75015', city: 'Paris' }])
    const given = await geocoder.suggest('3 rue Imaginaire', '69001', 5)
    expect(given).toMatchObject([{ city: 'Lyon' }])
    const named = await geocoder.suggest('3 rue Imaginaire, Marseille', undefined, 5)
    expect(named).toMatchObject([{ city: 'Marseille', zipCode: '13001' }])
  })

  test('less than three characters, or only a zip code, suggest nothing', async () => {
    expect(await geocoder.suggest('12', '92110', 5)).toEqual([])
    expect(await geocoder.suggest('92110', undefined, 5)).toEqual([])
  })

  test('never more than the limit', async () => {
    expect(await geocoder.suggest('rue', '92110', 3)).toHaveLength(3)
  })
})

describe('coordinates without network', () => {
  test.each(['75001', '75008', '75020', '92110'])('an address of %s lies in or beside Paris', async (zip) => {
    const point = await geocoder.geocode('8 rue de nulle part', zip === '92110' ? 'Clichy' : 'Paris', zip)
    expect(point?.latitude).toBeGreaterThan(48.8)
    expect(point?.latitude).toBeLessThan(48.92)
    expect(point?.longitude).toBeGreaterThan(2.2)
    expect(point?.longitude).toBeLessThan(2.43)
  })

  test('two streets of one commune do not stack, one street stays in place', async () => {
    const first = await geocoder.geocode('1 rue A', 'Clichy', '92110')
    expect(await geocoder.geocode('1 RUE A', 'clichy', '92110')).toEqual(first)
    expect(await geocoder.geocode('1 rue B', 'Clichy', '92110')).not.toEqual(first)
  })

  test('an unknown place has no coordinates', async () => {
    expect(await geocoder.geocode('1 rue A', 'Nulle-Part-Ville', '00999')).toBeUndefined()
  })
})
