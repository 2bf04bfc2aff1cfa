import { useEffect, useRef } from 'react'
import { call } from '../../../lib/call.ts'
import type { AddressSuggestion } from '../../../ui/address-field.tsx'
import type { InstantValues } from './instant-values.ts'
import type { InstantForm } from './use-instant-form.ts'

const pause = 600

/** The point of the address: picked with it, or looked up once address, city and a zip of five are there (I-078). */
export function usePlace({ values, change }: InstantForm): (suggestion: AddressSuggestion) => void {
  const question = questionOf(values)
  // A point that is stored or picked is not looked up again.
  const known = useRef(values.position ? question : undefined)
  const latest = useRef(change)
  latest.current = change

  useEffect(() => {
    if (question === undefined || question === known.current) return
    const abort = new AbortController()
    const timer = setTimeout(() => {
      known.current = question
      geocode(question, abort.signal)
        .then((position) => position && latest.current({ position }))
        .catch(() => undefined)
    }, pause)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [question])

  return ({ address, city, zipCode, latitude, longitude }) => {
    const place = { streetAddress: address, zipCode, city: city.length < 4 ? `${city} (${zipCode.slice(0, 2)})` : city }
    known.current = questionOf(place)
    change({ ...place, position: { latitude, longitude } })
  }
}

export const suggestAddresses = (q: string, signal: AbortSignal) =>
  call('GET /v1/geo/suggest', { query: { q }, signal })

type Place = Pick<InstantValues, 'streetAddress' | 'city' | 'zipCode'>

/** What to look up, as one text; undefined while something is missing. */
function questionOf({ streetAddress, city, zipCode }: Place): string | undefined {
  const parts = [streetAddress.trim(), city.trim(), zipCode.trim()] as const
  return parts[0] !== '' && parts[1] !== '' && parts[2].length === 5 ? JSON.stringify(parts) : undefined
}

async function geocode(question: string, signal: AbortSignal) {
  const [address, city, zip] = JSON.parse(question) as [string, string, string]
  const { results } = await call('GET /v1/geo/geocode', {
    query: { address, city, zip, language: 'fr', region: 'fr' },
    signal,
  })
  const location = results[0]?.location
  return location && { latitude: location.lat, longitude: location.lng }
}
