import { z } from 'zod'
import type { HttpReply } from '../bounded-fetch.ts'
import { GatewayFailure, type GatewayFailureKind } from '../gateway-failure.ts'
import { createHttpClient, expectSuccess, type HttpContext, readJson } from '../http-client.ts'
import type { AddressSuggestion, Geocoder } from './geocoder.ts'

/** Google Geocoding, where a key is set. Its terms forbid storing answers: never put a cache in front of it. */
export function createGoogleGeocoder(
  { baseUrl, apiKey }: { baseUrl: string; apiKey: string },
  context: HttpContext,
): Geocoder {
  const client = createHttpClient({ name: 'geocoder google', baseUrl, timeoutMs: 3000, retries: 1 }, context)
  const search = (address: string, zip: string | undefined) => {
    const components = zip ? `country:FR|postal_code:${zip}` : 'country:FR'
    const query = { address, components, language: 'fr', region: 'fr', key: apiKey }
    return client.call({ method: 'GET', path: '/geocode/json', query }, readResults)
  }
  return {
    async suggest(typed, zip, limit) {
      if (typed.trim().length < 3) return []
      const found = (await search(typed.trim().slice(0, 200), zip)).map(toSuggestion)
      return found.filter(({ address }) => address !== '').slice(0, limit)
    },
    async geocode(address, city, zip) {
      const [best] = await search(`${address}, ${city}`.slice(0, 300), zip)
      return best && { latitude: best.geometry.location.lat, longitude: best.geometry.location.lng }
    },
  }
}

const resultSchema = z.object({
  formatted_address: z.string(),
  geometry: z.object({ location: z.object({ lat: z.number(), lng: z.number() }) }),
  address_components: z.array(z.object({ long_name: z.string(), types: z.array(z.string()) })).default([]),
})
const answerSchema = z.object({ status: z.string(), results: z.array(resultSchema).default([]) })

/** Google answers 200 and says in `status` how it went. */
function readResults(reply: HttpReply): z.infer<typeof resultSchema>[] {
  expectSuccess(reply)
  const { status, results } = readJson(reply, answerSchema)
  if (status === 'OK' || status === 'ZERO_RESULTS' || status === 'INVALID_REQUEST') return results
  throw new GatewayFailure(meanings[status] ?? 'unavailable', 'Google refuses', { providerCode: status.slice(0, 40) })
}

const meanings: Readonly<Record<string, GatewayFailureKind>> = {
  OVER_QUERY_LIMIT: 'rate_limited',
  OVER_DAILY_LIMIT: 'misconfigured',
  REQUEST_DENIED: 'misconfigured',
}

function toSuggestion(result: z.infer<typeof resultSchema>): AddressSuggestion {
  const { formatted_address, geometry, address_components } = result
  const part = (type: string) => address_components.find(({ types }) => types.includes(type))?.long_name ?? ''
  return {
    label: formatted_address,
    address: [part('street_number'), part('route')].filter(Boolean).join(' '),
    city: part('locality'),
    zipCode: part('postal_code'),
    latitude: geometry.location.lat,
    longitude: geometry.location.lng,
  }
}
