import type { HttpContext } from '../http-client.ts'
import { createCachedGeocoder } from './cached-geocoder.ts'
import type { Geocoder } from './geocoder.ts'
import type { GeocoderSettings } from './geocoder-settings.ts'
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
