import type { Coordinates } from '@parvis/domain/kernel/place'
import type { Dependencies } from '../../dependencies.ts'
import type { StoredProfile } from './profile.queries.ts'
import type { ReceivedProfile } from './read-profile.ts'

export type NewPosition = Coordinates | 'unchanged' | 'unknown'

/**
 * Where the company will be: the position sent, else the one of a new address; a silent geocoder leaves the place without
 * a pin rather than refusing the save (AMB-57).
 */
export async function locateCompany(
  { gateways }: Dependencies,
  stored: StoredProfile,
  { profile, asksPosition }: ReceivedProfile,
): Promise<NewPosition> {
  const { latitude, longitude } = profile
  if (latitude !== undefined && longitude !== undefined) return { latitude, longitude }
  const place = addressAfter(stored, profile)
  if (isSameAddress(place, stored) && !asksPosition && stored.latitude !== null) return 'unchanged'
  const found = await gateways.geocoder.geocode(place.address, place.city, place.zipCode).catch(() => undefined)
  return found ?? 'unknown'
}

type PostalAddress = Pick<StoredProfile, 'address' | 'city' | 'zipCode'>

function addressAfter(stored: PostalAddress, { address, city, zipCode }: ReceivedProfile['profile']): PostalAddress {
  return { address: address ?? stored.address, city: city ?? stored.city, zipCode: zipCode ?? stored.zipCode }
}

function isSameAddress(one: PostalAddress, other: PostalAddress): boolean {
  return one.address === other.address && one.city === other.city && one.zipCode === other.zipCode
}
