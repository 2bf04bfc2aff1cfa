import type { companyContract } from '@parvis/domain/company/company.contract'
import type { TypedProfile } from '@parvis/domain/company/required-fields'
import type { Body } from '@parvis/domain/kernel/contract'
import type { Coordinates } from '@parvis/domain/kernel/place'
import type { Dependencies } from '../../dependencies.ts'
import { sanitiseRichText } from '../../rich-text/sanitise-rich-text.ts'
import type { StoredProfile } from './profile.queries.ts'

export type ProfileBody = Body<typeof companyContract.updateCompany>

const maxDescription = 10_000

/**
 * The fields of the update call in the form that the rules take. The description is sanitised before it is judged, so that the counted
 * text is the stored one.
 */
export function readProfile(body: ProfileBody) {
  const { companyId, openingHours, cacActive, cacReferences, drawnPictures = [], ...others } = body
  const { latitude, longitude, description, ...texts } = others
  const hours = openingHours?.map(({ daytype, enabled = true, ...entry }) => ({ ...entry, enabled, dayType: daytype }))
  const profile: TypedProfile = {
    ...texts,
    latitude: latitude ?? undefined,
    longitude: longitude ?? undefined,
    description: description && readDescription(description),
    openingHours: hours,
    cacActive: cacActive === 'unreadable' ? undefined : cacActive,
  }
  return {
    profile,
    hours,
    /** Undefined when they cannot be parsed. */
    references: cacReferences === 'unreadable' ? undefined : (cacReferences ?? []),
    /** The sent pictures that are drawings made by the portal. */
    drawn: drawnPictures,
    isCacActiveReadable: cacActive !== 'unreadable',
    /** The company that the body names, if any. */
    companyId,
    /** The position was emptied: the server geocodes the address again. */
    asksPosition: latitude === null || longitude === null,
  }
}

export type ReceivedProfile = ReturnType<typeof readProfile>

/** A text above the cap is not sanitised: the rule refuses it. */
function readDescription(html: string): string {
  return html.length > maxDescription ? html : sanitiseRichText(html)
}

export type NewPosition = Coordinates | 'unchanged' | 'unknown'

/**
 * Where the company will be: the position sent, else the geocoded address; when the geocoder is silent, the save succeeds without
 * a pin.
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
