import { z } from 'zod'
import { createHttpClient, expectSuccess, type HttpContext, readJson } from '../http-client.ts'
import type { AddressSuggestion, Geocoder } from './geocoder.ts'

/** Below this the national address base is guessing: the person moves the pin instead. */
const minScore = 0.5

/** Géoplateforme (IGN, national address base): free, no key, storable (Licence Ouverte); 50 calls a second. */
export function createGeoplateforme(baseUrl: string, context: HttpContext): Geocoder {
  const client = createHttpClient({ name: 'geocoder geoplateforme', baseUrl, timeoutMs: 3000, retries: 1 }, context)
  const search = (query: Record<string, string | number | undefined>) =>
    client.call({ method: 'GET', path: '/search', query: { index: 'address', ...query } }, (reply) => {
      // 400: "q" is not an address at all; nothing is found.
      if (reply.status === 400) return []
      expectSuccess(reply)
      return readJson(reply, featuresSchema).features
    })
  return {
    async suggest(typed, zip, limit) {
      const q = searchable(typed)
      if (q.length < 3) return []
      const features = await search({ q, limit, postcode: zip, autocomplete: 1 })
      return features.filter(({ properties }) => properties.type !== 'municipality').map(toSuggestion)
    },
    async geocode(address, city, zip) {
      const q = searchable(`${address} ${city}`)
      if (q.length < 3) return undefined
      const [best] = await search({ q, limit: 1, postcode: zip, autocomplete: 0 })
      if (!best || best.properties.score < minScore || best.properties.postcode !== zip) return undefined
      const { latitude, longitude } = toSuggestion(best)
      return { latitude, longitude }
    },
  }
}

/** The service wants 3 to 200 characters, a letter or digit first. */
function searchable(typed: string): string {
  return typed
    .replace(/^[^\p{L}\p{N}]+/u, '')
    .trim()
    .slice(0, 200)
}

const featureSchema = z.object({
  // GeoJSON: longitude first.
  geometry: z.object({ coordinates: z.tuple([z.number().min(-180).max(180), z.number().min(-90).max(90)]) }),
  properties: z.object({
    label: z.string(),
    name: z.string(),
    score: z.number().default(0),
    postcode: z.string().default(''),
    city: z.string().default(''),
    type: z.string().default(''),
  }),
})
const featuresSchema = z.object({ features: z.array(featureSchema) })

function toSuggestion({ geometry, properties }: z.infer<typeof featureSchema>): AddressSuggestion {
  const [longitude, latitude] = geometry.coordinates
  const { label, name, city, postcode } = properties
  return { label, address: name, city, zipCode: postcode, latitude, longitude }
}
