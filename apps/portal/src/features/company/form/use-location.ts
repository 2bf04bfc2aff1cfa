import { useEffect, useRef } from 'react'
import { call } from '../../../lib/call.ts'
import type { AddressSuggestion } from '../../../ui/address-field.tsx'
import type { ProfileForm } from './use-profile-form.ts'

const pause = 600

/** The address of the form and its point on the map: picked together, or looked up when city or zip change (E-061 to E-064). */
export function useLocation(form: ProfileForm) {
  const { values, change } = form
  const wanted = useRef(questionOf(values))
  const question = questionOf(values)
  const latest = useRef(change)
  latest.current = change

  useEffect(() => {
    // Nothing to look up: unfinished, or the address whose point is already known.
    if (question === undefined || question === wanted.current) return
    const abort = new AbortController()
    const timer = setTimeout(() => {
      wanted.current = question
      geocode(question, abort.signal)
        .then((position) => position && latest.current({ position }))
        .catch(() => undefined)
    }, pause)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [question])

  const pick = (suggestion: AddressSuggestion) => {
    const { address, zipCode, latitude, longitude } = suggestion
    const city = cityName(suggestion)
    const place = { address, city, zipCode }
    wanted.current = questionOf(place)
    change({ ...place, chosenAddress: address, position: { latitude, longitude } })
  }
  return { pick }
}

export const suggestAddresses = (q: string, signal: AbortSignal) =>
  call('GET /v1/geo/suggest', { query: { q }, signal })

/** `Pau (64)`: a city needs four characters (AMB-44). */
function cityName({ city, zipCode }: { city: string; zipCode: string }): string {
  return city.length < 4 ? `${city} (${zipCode.slice(0, 2)})` : city
}

type Place = { address: string; city: string; zipCode: string }

/** What to look up, as one text; undefined until street, city and a zip of five characters are there (E-063). */
function questionOf({ address, city, zipCode }: Place): string | undefined {
  const isComplete = address.trim() !== '' && city.trim() !== '' && zipCode.trim().length === 5
  return isComplete ? JSON.stringify([address.trim(), city.trim(), zipCode.trim()]) : undefined
}

async function geocode(question: string, signal: AbortSignal) {
  const [address, city, zip] = JSON.parse(question) as [string, string, string]
  const query = { address, city, zip, language: 'fr', region: 'fr' }
  const { results } = await call('GET /v1/geo/geocode', { query, signal })
  const first = results[0]?.location
  return first ? { latitude: first.lat, longitude: first.lng } : undefined
}
