import { useEffect, useRef } from 'react'
import { call } from './request.ts'

type Place = { address: string; city: string; zipCode: string }
type Position = Omit<LocatedPoint, 'of'>

type AddressLookup = {
  place: Place
  /** The address already has its point: nothing is looked up until it changes. */
  isKnown: boolean
  onFound: (position: LocatedPoint) => void
}

const pause = 600

/**
 * The point of an address being typed, looked up once street, city and a zip of five are there (E-063, I-078). Gives
 * what to do with a picked suggestion: its parts, under the names of the place, and its point, which needs no look-up.
 */
export function useAddressLookup({ place, isKnown, onFound }: AddressLookup) {
  const question = addressKeyOf(place)
  const known = useRef(isKnown ? question : undefined)
  const latest = useRef(onFound)
  latest.current = onFound

  useEffect(() => {
    if (question === undefined || question === known.current) return
    const abort = new AbortController()
    const timer = setTimeout(() => {
      known.current = question
      geocode(question, abort.signal)
        .then((position) => position && latest.current({ ...position, of: question }))
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

export const askAddresses = (q: string, signal: AbortSignal) => call('GET /v1/geo/suggest', { query: { q }, signal })

/** `Pau (64)`: a city needs four characters (AMB-44). */
const cityName = (city: string, zipCode: string) => (city.length < 4 ? `${city} (${zipCode.slice(0, 2)})` : city)

/** The point of the first result (E-064). */
async function geocode(question: string, signal: AbortSignal): Promise<Position | undefined> {
  const [address, city, zip] = JSON.parse(question) as [string, string, string]
  const query = { address, city, zip, language: 'fr', region: 'fr' }
  const { results } = await call('GET /v1/geo/geocode', { query, signal })
  const first = results[0]?.location
  return first && { latitude: first.lat, longitude: first.lng }
}

/** A point on the map, and the address it belongs to, as `addressKeyOf` writes it. */
export type LocatedPoint = { latitude: number; longitude: number; of: string | undefined }

/** The point to send with an address: that of a former one is left out, and the server looks the new one up (E-063, I-078). */
export function pointFor(
  place: Place,
  point: LocatedPoint | null,
): { latitude: number; longitude: number } | undefined {
  if (!point || point.of !== addressKeyOf(place)) return undefined
  return { latitude: point.latitude, longitude: point.longitude }
}

/** An address as one text, to look it up and to know it again; undefined until street, city and a zip of five are there. */
export function addressKeyOf({ address, city, zipCode }: Place): string | undefined {
  const parts = [address.trim(), city.trim(), zipCode.trim()] as const
  return parts[0] !== '' && parts[1] !== '' && parts[2].length === 5 ? JSON.stringify(parts) : undefined
}
