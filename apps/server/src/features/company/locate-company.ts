import type { Dependencies } from '../../dependencies.ts'
import type { Coordinates } from '../../gateways/geocoder/geocoder.ts'
import type { StoredProfile } from './profile.queries.ts'
import type { ReceivedProfile } from './read-profile.ts'

export type Position = Coordinates | 'unchanged' | 'unknown'

/**
 * Where the company will be: the position sent, else the one of a new address; a silent geocoder leaves the place without
 * a pin rather than refusing the save (AMB-57).
 */
export async function locateCompany(
  { gateways }: Dependencies,
  stored: StoredProfile,
  { profile, asksPosition }: ReceivedProfile,
): Promise<Position> {
  const { latitude, longitude } = profile
  if (latitude !== undefined && longitude !== undefined) return { latitude, longitude }
  const place = {
    address: profile.address ?? stored.address,
    city: profile.city ?? stored.city,
    zipCode: profile.zipCode ?? stored.zipCode,
  }
  const moved = place.address !== stored.address || place.city !== stored.city || place.zipCode !== stored.zipCode
  if (!moved && !asksPosition && stored.latitude !== null) return 'unchanged'
  const found = await gateways.geocoder.geocode(place.address, place.city, place.zipCode).catch(() => undefined)
  return found ?? 'unknown'
}
