import { address, type Environment, needed, oneOf } from '../environment.ts'

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
