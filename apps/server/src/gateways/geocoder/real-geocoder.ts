import { LRUCache } from 'lru-cache'
import { address, type Environment, needed, oneOf } from '../environment.ts'
import { GatewayFailure } from '../gateway-failure.ts'
import type { HttpContext } from '../http-client.ts'
import { plain } from './communes.ts'
import type { Geocoder } from './geocoder.ts'
import { createGeoplateforme } from './geoplateforme-geocoder.ts'
import { createGoogleGeocoder } from './google-geocoder.ts'

/** Géoplateforme behind a cache, or Google without one. */
export function createRealGeocoder(
  settings: Exclude<GeocoderSettings, { provider: 'embedded' }>,
  context: HttpContext,
): Geocoder {
  if (settings.provider === 'google') return createGoogleGeocoder(settings, context)
  return createCachedGeocoder(createGeoplateforme(settings.baseUrl, context))
}

/**
 * Keeps the last answers for a day and never asks more than `perSecond` questions a second: addresses hardly move, and
 * the service counts our calls. Beyond the limit: GatewayFailure 'rate_limited', and the person types by hand.
 * @internal
 */
export function createCachedGeocoder(
  geocoder: Geocoder,
  { entries = 5000, perSecond = 20, now = () => performance.now() } = {},
): Geocoder {
  const answers = new LRUCache<string, Promise<unknown>>({
    max: entries,
    ttl: dayMilliseconds,
    ttlResolution: 0,
    perf: { now },
  })
  const isFree = createLimiter(perSecond, now)

  const remember = <T>(key: string, ask: () => Promise<T>): Promise<T> => {
    const known = answers.get(key)
    if (known) return known as Promise<T>
    if (!isFree())
      return Promise.reject(new GatewayFailure('rate_limited', 'too many addresses', { retryAfterSeconds: 1 }))
    const answer = ask()
    answers.set(key, answer)
    answer.catch(() => answers.delete(key))
    return answer
  }
  return {
    suggest: (typed, zip, limit) =>
      remember(`s|${plain(typed)}|${zip ?? ''}|${limit}`, () => geocoder.suggest(typed, zip, limit)),
    geocode: (address, city, zip) =>
      remember(`g|${plain(address)}|${plain(city)}|${zip}`, () => geocoder.geocode(address, city, zip)),
  }
}

const dayMilliseconds = 86_400_000

/** A bucket of `perSecond` drops that refills evenly. */
function createLimiter(perSecond: number, now: () => number): () => boolean {
  let drops = perSecond
  let last = now()
  return () => {
    drops = Math.min(perSecond, drops + ((now() - last) / 1000) * perSecond)
    last = now()
    if (drops < 1) return false
    drops -= 1
    return true
  }
}

export type GeocoderSettings =
  | { provider: 'embedded' }
  | { provider: 'geoplateforme'; baseUrl: string }
  | { provider: 'google'; baseUrl: string; apiKey: string }

export function readGeocoderSettings(env: Environment): GeocoderSettings {
  const provider = oneOf(env, 'GEOCODER', ['embedded', 'geoplateforme', 'google'], 'embedded')
  if (provider === 'embedded') return { provider }
  if (provider === 'geoplateforme') {
    return { provider, baseUrl: address(env, 'GEOCODER_API_URL', 'https://data.geopf.fr/geocodage') }
  }
  const baseUrl = address(env, 'GEOCODER_API_URL', 'https://maps.googleapis.com/maps/api')
  return { provider, baseUrl, apiKey: needed(env, 'GOOGLE_MAPS_KEY', 'une clé de l’API Geocoding de Google') }
}
