import type { BusinessType } from '../kernel/business-type.ts'
import type { TypedOpeningHours } from './opening-hours.ts'

/** What was typed or received, texts cleaned. On the wire an absent key means unchanged; a form sends every key. */
export type TypedProfile = {
  type?: string | undefined
  name?: string | undefined
  category?: string | undefined
  address?: string | undefined
  city?: string | undefined
  zipCode?: string | undefined
  latitude?: number | undefined
  longitude?: number | undefined
  description?: string | undefined
  openingHours?: readonly TypedOpeningHours[] | undefined
  website?: string | undefined
  email?: string | undefined
  phoneNumber?: string | undefined
  premium_subdomain?: string | undefined
  cacActive?: boolean | undefined
  cacDescription?: string | undefined
}

export type ProfileSituation = {
  /** `registration` until the company has a category (AMB-36). */
  mode: 'registration' | 'edit'
  /** A form also asks the phone and the website; the wire leaves them optional (AMB-36, AMB-45). */
  side: 'form' | 'wire'
  /** The type registered, which bounds the type and the category that may be written. */
  type: BusinessType
  /** The no-website box of the forms is ticked. */
  noWebsite?: boolean
  /** What the plan gives; fields beyond it are ignored (AMB-61). */
  plan: { hasSubdomain: boolean; hasClickAndCollect: boolean }
  /** The pictures there will be once saved: stored ones and sent ones together. */
  pictures: { profileImage: boolean; coverImage: boolean; idCardFront: boolean; idCardBack: boolean; cacImages: number }
  /** False when `cacReferences` cannot be matched with the files (see `click-and-collect`). */
  cacReferencesMatch?: boolean
  /** Values stored, for the keys that are absent. */
  stored?: { category?: string; cacActive?: boolean; cacDescription?: string; subdomain?: string }
}
