import type { Coordinates } from '@parvis/domain/kernel/place'
import { type Commune, communeOfName, communesOfZip, parisDistrict, plain } from './communes.ts'
import type { AddressSuggestion, Geocoder } from './geocoder.ts'
import centres from './region-centres.json' with { type: 'json' }

/** The middle of a street. */
export type KnownStreet = Coordinates & { name: string; city: string; zipCode: string }

/**
 * Works offline: communes of France, and the streets given. Any typed street is proposed in the commune of the zip code (or named
 * in the text; else Clichy), at the commune's centre shifted by a few hundred metres that depend on the street alone, so that
 * pins do not overlap.
 */
export function createEmbeddedGeocoder(streets: readonly KnownStreet[] = []): Geocoder {
  return {
    suggest: async (typed, zip, limit) => suggest(streets, typed.trim(), zip, limit),
    geocode: async (address, city, zip) => geocode(streets, address, city, zip),
  }
}

function suggest(
  streets: readonly KnownStreet[],
  typed: string,
  zip: string | undefined,
  limit: number,
): AddressSuggestion[] {
  if (typed.length < 3) return []
  const { street, places } = whereabouts(typed, zip)
  if (street === '' || places.length === 0) return []
  const echoes = places.map((place) => line(street, place.commune.name, place.zip, pointOf(street, place)))
  const known = places.flatMap((place) => knownAddresses(streets, street, place.zip))
  const all = [...known, ...echoes]
  return all.filter(({ label }, at) => all.findIndex((one) => one.label === label) === at).slice(0, limit)
}

function geocode(streets: readonly KnownStreet[], address: string, city: string, zip: string): Coordinates | undefined {
  const commune = communesOfZip(zip).find(({ name }) => plain(name) === plain(city)) ?? communesOfZip(zip)[0]
  const place = commune ? { commune, zip } : placeOfName(city)
  if (!place) return undefined
  const { latitude, longitude } = knownAddresses(streets, address, place.zip)[0] ?? pointOf(address, place)
  return { latitude, longitude }
}

type CommuneOfZip = { commune: Commune; zip: string }

/** Splits what was typed into a street and where it is: "12 rue de Paris 92110", "12 rue de Paris, Clichy". */
function whereabouts(typed: string, zip: string | undefined): { street: string; places: CommuneOfZip[] } {
  const inText = /\b\d{5}\b/.exec(typed)
  const code = inText?.[0] ?? zip
  const beforeZip = inText ? typed.slice(0, inText.index) : typed
  const [beforeComma = '', afterComma] = beforeZip.split(',').map((part) => part.trim())
  const places = code ? communesOfZip(code).map((commune) => ({ commune, zip: code })) : []
  const named = afterComma ? placeOfName(afterComma) : undefined
  if (places.length > 0) return { street: beforeComma, places }
  return { street: beforeComma, places: [named ?? placeOfName('Clichy')].filter((place) => place !== undefined) }
}

function placeOfName(name: string): CommuneOfZip | undefined {
  const commune = communeOfName(name)
  const zip = commune?.zipCodes[0]
  return commune && zip ? { commune, zip } : undefined
}

function knownAddresses(streets: readonly KnownStreet[], typed: string, zip: string): AddressSuggestion[] {
  const [, number = '', street = typed] = /^(\d+(?:\s?(?:bis|ter|quater))?),?\s+(.*)$/i.exec(typed) ?? []
  const wanted = plain(street)
  return streets
    .filter((known) => known.zipCode === zip && plain(known.name).includes(wanted))
    .map((known) => {
      const address = number === '' ? known.name : `${number} ${known.name}`
      return line(address, known.city, known.zipCode, known)
    })
}

function line(address: string, city: string, zipCode: string, { latitude, longitude }: Coordinates): AddressSuggestion {
  return { label: `${address}, ${zipCode} ${city}`, address, city, zipCode, latitude, longitude }
}

function pointOf(street: string, place: CommuneOfZip): Coordinates {
  const centre = centreOf(place)
  const [north, east] = offset(plain(street))
  return { latitude: round(centre.latitude + north), longitude: round(centre.longitude + east) }
}

/** About the middle, WGS84: of the first town of the product, of each district of Paris, of the main town of each department. */
function centreOf({ commune: { department }, zip }: CommuneOfZip): Coordinates {
  const departments: Readonly<Record<string, number[]>> = centres.departments
  const district = centres.parisDistricts[(parisDistrict(zip) ?? 0) - 1]
  const [latitude = 48.8566, longitude = 2.3522] =
    (zip === '92110' ? centres.clichy : district) ?? departments[department] ?? []
  return { latitude, longitude }
}

/** -0.002 to 0.002 degrees each way (about 200 m), from an FNV-1a hash of the street. */
function offset(street: string): [number, number] {
  let hash = 0x811c9dc5
  for (const character of street) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0
  return [((hash & 0xffff) / 0xffff - 0.5) * 0.004, ((hash >>> 16) / 0xffff - 0.5) * 0.004]
}

const round = (degrees: number) => Math.round(degrees * 1e6) / 1e6
