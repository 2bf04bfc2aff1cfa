import { useEffect, useEffectEvent, useRef } from 'react'
import { query } from '../api/query.ts'
import { call } from './request.ts'

/** The addresses that begin as `q`. */
export const addressesLike = (q: string) => query('GET /v1/geo/suggest', { query: { q } })

type Place = { address: string; city: string; zipCode: string }
type Position = Omit<LocatedPoint, 'of'>

type AddressLookup = {
  place: Place
  /** The address has its point: no lookup until it changes. */
  isKnown: boolean
  onFound: (position: LocatedPoint) => void
}

const pause = 600

/**
 * Looks up the point of a typed address once street, city and a five-digit zip are there. Returns what to do with
 * a picked suggestion, which carries its point: no lookup is needed then.
 */
export function useAddressLookup({ place, isKnown, onFound }: AddressLookup) {
  const question = addressKeyOf(place)
  const known = useRef(isKnown ? question : undefined)
  const tell = useEffectEvent(onFound)

  useEffect(() => {
    if (question === undefined || question === known.current) return
    const abort = new AbortController()
    const timer = setTimeout(() => {
      known.current = question
      geocode(question, abort.signal)
        .then((position) => position && tell({ ...position, of: question }))
        .catch(() => undefined)
    }, pause)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [question])

  return ({ address, city, zipCode, latitude, longitude }: Place & Position) => {
    const picked = { address, zipCode, city: cityName(city, zipCode) }
    known.current = addressKeyOf(picked)
    return { ...picked, position: { latitude, longitude, of: known.current } }
  }
}

/** `Pau (64)`: a city needs four characters. */
const cityName = (city: string, zipCode: string) => (city.length < 4 ? `${city} (${zipCode.slice(0, 2)})` : city)

/** The point of the first result. */
async function geocode(question: string, signal: AbortSignal): Promise<Position | undefined> {
  const [address, city, zip] = JSON.parse(question) as [string, string, string]
  const query = { address, city, zip, language: 'fr', region: 'fr' }
  const { results } = await call('GET /v1/geo/geocode', { query, signal })
  const first = results[0]?.location
  return first && { latitude: first.lat, longitude: first.lng }
}

/** A point on the map, and the address it belongs to, as `addressKeyOf` writes it. */
export type LocatedPoint = { latitude: number; longitude: number; of: string | undefined }

/**
 * The point to send with an address: a point of another address is left out, so that the server geocodes the new one.
 */
export function pointFor(
  place: Place,
  point: LocatedPoint | null,
): { latitude: number; longitude: number } | undefined {
  if (!point || point.of !== addressKeyOf(place)) return undefined
  return { latitude: point.latitude, longitude: point.longitude }
}

/** An address as one text, for the lookup and for comparison; undefined until street, city and a five-digit zip are there. */
export function addressKeyOf({ address, city, zipCode }: Place): string | undefined {
  const parts = [address.trim(), city.trim(), zipCode.trim()] as const
  return parts[0] !== '' && parts[1] !== '' && parts[2].length === 5 ? JSON.stringify(parts) : undefined
}
