import { visibleText } from '../kernel/visible-text.ts'
import type { CompanyFieldKey } from './company.field-texts.fr.ts'
import type { ProfileSituation, TypedProfile } from './typed-profile.ts'

/**
 * The fields that must be filled and are not, in the order of the specification (E-029, R-084). Edition asks less than
 * registration; on the wire an absent key is unchanged once the company is complete (api.md 8.1).
 */
export function requiredFields(profile: TypedProfile, situation: ProfileSituation): [string, CompanyFieldKey][] {
  const mayBeAbsent = situation.mode === 'edit' && situation.side === 'wire'
  const missing = (value: string | undefined) => (value === undefined ? !mayBeAbsent : value === '')
  const description = profile.description && visibleText(profile.description)
  const hours = profile.openingHours?.length
  const candidates: [string, boolean][] = [
    ...pictures(situation),
    ['name', missing(profile.name)],
    ['type', missing(profile.type)],
    ['category', missing(profile.category)],
    ['address', missing(profile.address)],
    ['city', missing(profile.city)],
    ['zipCode', missing(profile.zipCode)],
    ['description', missing(description)],
    ...contacts(profile, situation),
  ]
  const required = candidates.filter(([, isMissing]) => isMissing)
  return [
    ...required.map(([field]): [string, CompanyFieldKey] => [field, 'required_data_error']),
    ...(missing(hours === undefined ? undefined : hours === 0 ? '' : 'some') ? [noHours] : []),
  ]
}

// The absence of hours has a key of its own; the message above the form is the required text (AMB-52, api.md 8.2).
const noHours: [string, CompanyFieldKey] = ['openingHours', 'opening hours error']

function pictures({ mode, pictures: there }: ProfileSituation): [string, boolean][] {
  const registering = mode === 'registration'
  return [
    ['id-card-front', registering && !there.idCardFront],
    ['id-card-back', registering && !there.idCardBack],
    ['profileImage', !there.profileImage],
    ['coverImage', registering && !there.coverImage],
  ]
}

function contacts(profile: TypedProfile, { mode, side, noWebsite }: ProfileSituation): [string, boolean][] {
  const registering = mode === 'registration'
  const typing = registering && side === 'form'
  return [
    ['email', registering && !profile.email],
    ['phoneNumber', typing && !profile.phoneNumber],
    ['website', typing && !noWebsite && !profile.website],
  ]
}
