import { type Fault, startFakeProvider, timeoutFor } from '@parvis/harness/fakes/fake-provider'
import { untilFileEnds } from '@parvis/harness/server/lifetimes'
import { describe, expect, test } from 'vitest'
import { createGeoplateforme } from './geoplateforme-geocoder.ts'
import { createGoogleGeocoder } from './google-geocoder.ts'
import { createCachedGeocoder } from './real-geocoder.ts'

const provider = untilFileEnds(await startFakeProvider())

const context = (timeoutMs: number) => ({
  log: { info: () => {}, warn: () => {} },
  userAgent: 'Parvis tests',
  timeoutMs,
})
const geoplateforme = (timeoutMs = timeoutFor()) => createGeoplateforme(`${provider.url}/geocodage`, context(timeoutMs))
const google = (timeoutMs = timeoutFor()) =>
  createGoogleGeocoder({ baseUrl: provider.url, apiKey: 'google-key' }, context(timeoutMs))

const feature = (properties: object) => ({
  type: 'Feature',
  geometry: { type: 'Point', coordinates: [2.3049, 48.9045] },
  properties: {
    label: '12 Rue de Paris 92110 Clichy',
    score: 0.95,
    name: '12 Rue de Paris',
    postcode: '92110',
    city: 'Clichy',
    type: 'housenumber',
    x: 426000.1,
    y: 6250000.2,
    ...properties,
  },
})
const features = (...properties: object[]) => ({
  json: { type: 'FeatureCollection', features: properties.map(feature), attribution: 'BAN' },
})

describe('Géoplateforme', () => {
  test('AMB-57 suggests streets of the zip code, longitude and latitude in their places', async () => {
    provider.reply(features({}, { type: 'municipality', name: 'Clichy' }))
    expect(await geoplateforme().suggest('  12 rue de paris', '92110', 5)).toEqual([
      {
        label: '12 Rue de Paris 92110 Clichy',
        address: '12 Rue de Paris',
        city: 'Clichy',
        zipCode: '92110',
        latitude: 48.9045,
        longitude: 2.3049,
      },
    ])
    expect(provider.requests[0]?.path).toBe('/geocodage/search')
    const query = Object.fromEntries(provider.requests[0]?.query ?? [])
    expect(query).toMatchObject({ q: '12 rue de paris', postcode: '92110', limit: '5', autocomplete: '1' })
  })

  test('what is not an address asks nothing or finds nothing', async () => {
    provider.reply({ status: 400, json: { code: 400, message: 'Failed parsing query' } })
    expect(await geoplateforme().suggest('!!', undefined, 5)).toEqual([])
    expect(provider.requests).toHaveLength(0)
    expect(await geoplateforme().suggest('???abc', undefined, 5)).toEqual([])
    expect(provider.requests[0]?.query.get('q')).toBe('abc')
  })

  test('a final address must be sure and in its zip code', async () => {
    provider.reply(features({}))
    expect(await geoplateforme().geocode('12 rue de Paris', 'Clichy', '92110')).toEqual({
      latitude: 48.9045,
      longitude: 2.3049,
    })
    expect(provider.requests[0]?.query.get('autocomplete')).toBe('0')
    for (const doubtful of [features({ score: 0.3 }), features({ postcode: '75017' }), features()]) {
      provider.reply(doubtful)
      expect(await geoplateforme().geocode('12 rue de Paris', 'Clichy', '92110')).toBeUndefined()
    }
  })
})

describe('Google', () => {
  const component = (long_name: string, ...types: string[]) => ({ long_name, short_name: long_name, types })
  const result = {
    formatted_address: '12 Rue de Paris, 92110 Clichy, France',
    geometry: { location: { lat: 48.9, lng: 2.3 }, location_type: 'ROOFTOP' },
    address_components: [
      component('12', 'street_number'),
      component('Rue de Paris', 'route'),
      component('Clichy', 'locality', 'political'),
      component('92110', 'postal_code'),
    ],
  }

  test('X-025 E-064 is asked in French, in France, and its first result is the point', async () => {
    provider.reply({
      json: { status: 'OK', results: [result, { ...result, geometry: { location: { lat: 43.3, lng: 5.4 } } }] },
    })
    expect(await google().geocode('12 rue de Paris', 'Clichy', '92110')).toEqual({ latitude: 48.9, longitude: 2.3 })
    const query = Object.fromEntries(provider.requests[0]?.query ?? [])
    expect(query).toMatchObject({ language: 'fr', region: 'fr', components: 'country:FR|postal_code:92110' })
    expect((await google().suggest('12 rue de paris', '92110', 1))[0]).toMatchObject({
      address: '12 Rue de Paris',
      city: 'Clichy',
      zipCode: '92110',
    })
  })

  test.each([
    ['OVER_QUERY_LIMIT', 'rate_limited'],
    ['REQUEST_DENIED', 'misconfigured'],
    ['UNKNOWN_ERROR', 'unavailable'],
  ])('%s is %s', async (status, kind) => {
    provider.reply({ json: { status, results: [], error_message: 'no' } })
    await expect(google().suggest('12 rue', undefined, 5)).rejects.toMatchObject({ kind })
  })

  test('no result is none', async () => {
    provider.reply({ json: { status: 'ZERO_RESULTS', results: [] } })
    expect(await google().geocode('x', 'y', '92110')).toBeUndefined()
  })
})

describe.each([
  ['Géoplateforme', geoplateforme],
  ['Google', google],
] as const)('F11 %s', (_name, make) => {
  const FAULTS: Fault[] = ['silence', 'cut', 'drip', 'html', 'wrong-json', 'huge', 'redirect', '500']
  test.each(FAULTS)('%s is said, in time, so that the person types by hand', async (fault) => {
    provider.reply(fault)
    const start = performance.now()
    const asking = make(timeoutFor(fault)).suggest('12 rue de paris', '92110', 5)
    await expect(asking).rejects.toMatchObject({ kind: 'unavailable' })
    expect(performance.now() - start).toBeLessThan(4000)
  })

  test('429 is passed on', async () => {
    provider.reply('429')
    await expect(make().geocode('1 rue A', 'Clichy', '92110')).rejects.toMatchObject({ kind: 'rate_limited' })
  })
})

describe('cache', () => {
  const counting = () => {
    const asked: string[] = []
    const source = {
      suggest: async (typed: string) => {
        asked.push(typed)
        if (typed === 'broken') throw new Error('down')
        return []
      },
      geocode: async (address: string) => {
        asked.push(address)
        return { latitude: 1, longitude: 2 }
      },
    }
    return { asked, source }
  }

  test('asks once for the same question, twice for a failed one', async () => {
    const { asked, source } = counting()
    const cached = createCachedGeocoder(source)
    await Promise.all([cached.suggest('Rue A', '92110', 5), cached.suggest('rue  a', '92110', 5)])
    await cached.suggest('rue a', '75001', 5)
    await cached.geocode('rue a', 'Clichy', '92110')
    expect(asked).toHaveLength(3)
    await cached.suggest('broken', undefined, 5).catch(() => {})
    await cached.suggest('broken', undefined, 5).catch(() => {})
    expect(asked).toHaveLength(5)
  })

  test('forgets the least used and what is a day old', async () => {
    let clock = 1
    const { asked, source } = counting()
    const cached = createCachedGeocoder(source, { entries: 2, perSecond: 1000, now: () => clock })
    for (const street of ['a', 'b', 'a', 'c', 'a', 'b']) await cached.geocode(street, 'Clichy', '92110')
    expect(asked).toEqual(['a', 'b', 'c', 'b'])
    clock = 86_400_002
    await cached.geocode('a', 'Clichy', '92110')
    expect(asked).toHaveLength(5)
  })

  test('asks no more than so many questions a second', async () => {
    let clock = 0
    const { asked, source } = counting()
    const cached = createCachedGeocoder(source, { perSecond: 3, now: () => clock })
    const ask = (street: string) => cached.geocode(street, 'Clichy', '92110')
    await Promise.allSettled(['a', 'b', 'c', 'd', 'e'].map(ask))
    expect(asked).toEqual(['a', 'b', 'c'])
    await expect(ask('f')).rejects.toMatchObject({ kind: 'rate_limited' })
    clock = 1000
    await ask('f')
    expect(asked).toHaveLength(4)
  })
})
