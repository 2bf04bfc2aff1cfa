import type { BusinessType } from '../kernel/business-type.ts'
import { visibleText } from '../kernel/visible-text.ts'
import type { CompanyFieldKey } from './company.refusals.fr.ts'
import type { TypedOpeningHours } from './opening-hours.ts'

type TypedText = 'type' | 'name' | 'category' | 'description' | 'premium_subdomain' | 'cacDescription' | Place | Contact
type Place = 'address' | 'city' | 'zipCode'
type Contact = 'website' | 'email' | 'phoneNumber'

/** What was typed or received, texts cleaned. On the wire an absent key means unchanged; a form sends every key. */
export type TypedProfile = { [Text in TypedText]?: string | undefined } & {
  latitude?: number | undefined
  longitude?: number | undefined
  openingHours?: readonly TypedOpeningHours[] | undefined
  appointmentDays?: readonly number[] | undefined
  cacActive?: boolean | undefined
}

export type ProfileSituation = {
  /** `registration` until the company has a category. */
  mode: 'registration' | 'edit'
  /** A form also asks the phone and the website; the wire leaves them optional. */
  side: 'form' | 'wire'
  /** The type registered, which bounds the type and the category that may be written. */
  type: BusinessType
  /** The no-website box of the forms is ticked. */
  noWebsite?: boolean
  /** What the plan gives; fields beyond it are ignored. */
  plan: { hasSubdomain: boolean; hasClickAndCollect: boolean }
  /** The pictures there will be once saved: stored ones and sent ones together. */
  pictures: { profileImage: boolean; coverImage: boolean; idCardFront: boolean; idCardBack: boolean; cacImages: number }
  /** Then the identity card may come once more, both sides or none. */
  isIdentityRefused?: boolean
  /** False when `cacReferences` cannot be matched with the files (see `click-and-collect`). */
  cacReferencesMatch?: boolean
  /** Values stored, for the keys that are absent. */
  stored?: Pick<TypedProfile, 'name' | 'category' | 'cacActive' | 'cacDescription' | 'appointmentDays'> & {
    subdomain?: string
  }
}

/**
 * The fields that must be filled and are not, in the order of the specification. Edition asks less than
 * registration; on the wire an absent key is unchanged once the company is complete (api.md 8.1).
 */
export function requiredFields(profile: TypedProfile, situation: ProfileSituation): [string, CompanyFieldKey][] {
  const mayBeAbsent = situation.mode === 'edit' && situation.side === 'wire'
  const missing = (value: string | undefined) => (value === undefined ? !mayBeAbsent : value === '')
  const description = profile.description && visibleText(profile.description)
  const days = profile.appointmentDays ?? situation.stored?.appointmentDays ?? []
  const hours = profile.openingHours && profile.openingHours.length + days.length
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

function pictures({ mode, pictures: there, isIdentityRefused = false }: ProfileSituation): [string, boolean][] {
  const asksCard = mode === 'registration' || (isIdentityRefused && there.idCardFront !== there.idCardBack)
  return [
    ['id-card-front', asksCard && !there.idCardFront],
    ['id-card-back', asksCard && !there.idCardBack],
    ['profileImage', !there.profileImage],
    ['coverImage', mode === 'registration' && !there.coverImage],
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
