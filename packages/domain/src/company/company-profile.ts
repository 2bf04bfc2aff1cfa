import type { FieldErrors } from '../kernel/field-errors.ts'
import { countCharacters } from '../kernel/text.ts'
import { visibleText } from '../kernel/visible-text.ts'
import { profileRules } from './profile-rules.ts'
import { requiredFields } from './required-fields.ts'
import type { ProfileSituation, TypedProfile } from './typed-profile.ts'

/**
 * The rules of a business profile, in the order of the specification: required, name, address, city, zip, description,
 * website, e-mail, phone, subdomain, click-and-collect; the first key is the message to show (E-028, AMB-36, AMB-42,
 * AMB-45, AMB-52..57, api.md 8.1-8.4).
 */
export function checkCompanyProfile(profile: TypedProfile, situation: ProfileSituation): FieldErrors {
  const errors: FieldErrors = Object.fromEntries(requiredFields(profile, situation))
  for (const { field, key, fails } of profileRules) {
    if (fails(profile, situation)) errors[field] ??= key
  }
  return errors
}

/** The description field is highlighted below 6 visible characters while typing (E-047, AMB-42). */
export function isDescriptionTooShortToType(html: string): boolean {
  return countCharacters(visibleText(html)) < 6
}
