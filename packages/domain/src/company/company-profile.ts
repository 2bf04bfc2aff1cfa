import { isBusinessType, mayChangeType } from '../kernel/business-type.ts'
import { isCoordinates } from '../kernel/distance.ts'
import { isEmail } from '../kernel/email.ts'
import type { FieldErrors } from '../kernel/field-errors.ts'
import { isFrenchPhone } from '../kernel/phone.ts'
import { countCharacters } from '../kernel/text.ts'
import { visibleText } from '../kernel/visible-text.ts'
import { isWebsite } from '../kernel/website.ts'
import { isZip } from '../kernel/zip.ts'
import { isCategoryOf } from './categories.ts'
import { isClickAndCollectDescription } from './click-and-collect.ts'
import type { CompanyFieldKey } from './company.field-texts.fr.ts'
import { checkOpeningHours } from './opening-hours.ts'
import { requiredFields } from './required-fields.ts'
import { checkSubdomain } from './subdomain.ts'
import type { ProfileSituation, TypedProfile } from './typed-profile.ts'

/**
 * The rules of a business profile, in the order of the specification: required, name, address, city, zip, description,
 * website, e-mail, phone, subdomain, click-and-collect; the first key is the message to show (E-028, AMB-36, AMB-42,
 * AMB-45, AMB-52..57, api.md 8.1-8.4).
 */
export function checkCompanyProfile(profile: TypedProfile, situation: ProfileSituation): FieldErrors {
  const errors: FieldErrors = {}
  const found: [string, CompanyFieldKey | false | undefined][] = [
    ...requiredFields(profile, situation),
    ...identityRules(profile, situation),
    ...placeRules(profile),
    [
      'description',
      profile.description !== undefined && !isDescription(profile.description) && 'description_format_error',
    ],
    ...contactRules(profile, situation),
    ['openingHours', profile.openingHours?.some(checkOpeningHours) && 'opening hours error'],
    ...premiumRules(profile, situation),
  ]
  for (const [field, key] of found) if (key) errors[field] ??= key
  return errors
}

/** Visible characters, 14 at least; 10,000 characters of HTML at most (E-046, AMB-42). */
export function isDescription(html: string): boolean {
  return countCharacters(visibleText(html)) >= 14 && html.length <= 10_000
}

/** The field is highlighted below 6 visible characters while typing (E-047). */
export function isDescriptionTooShortToType(html: string): boolean {
  return countCharacters(visibleText(html)) < 6
}

type Rules = [string, CompanyFieldKey | false | undefined][]

function identityRules({ name, type, category }: TypedProfile, situation: ProfileSituation): Rules {
  const changed = type !== undefined && isBusinessType(type) && mayChangeType(situation.type, type) ? type : undefined
  const chosen = category ?? situation.stored?.category
  return [
    ['name', outside(name, 3, 100) && 'business_name_format_error'],
    ['type', type !== undefined && changed === undefined && 'type_error'],
    ['category', chosen !== undefined && !isCategoryOf(changed ?? situation.type, chosen) && 'category_error'],
  ]
}

function placeRules({ address, city, zipCode, latitude, longitude }: TypedProfile): Rules {
  const point = latitude === undefined && longitude === undefined
  const placed = point || isCoordinates({ latitude: latitude ?? Number.NaN, longitude: longitude ?? Number.NaN })
  return [
    ['address', outside(address, 6, 255) && 'address_format_error'],
    ['city', outside(city, 4, 100) && 'city_format_error'],
    ['zipCode', zipCode !== undefined && !isZip(zipCode) && 'zipCode_format_error'],
    [latitude === undefined ? 'longitude' : 'latitude', !placed && 'coordinates_error'],
  ]
}

function contactRules({ website, email, phoneNumber }: TypedProfile, situation: ProfileSituation): Rules {
  const emptyWebsite = website === '' && situation.side === 'form'
  return [
    ['website', !situation.noWebsite && (emptyWebsite || isWrong(website, isWebsite)) && 'site_format_error'],
    ['email', (email === '' || isWrong(email, isEmail)) && 'email_format_error'],
    ['phoneNumber', isWrong(phoneNumber, isFrenchPhone) && 'phone_number_error'],
  ]
}

function premiumRules(profile: TypedProfile, { plan, pictures, stored, cacReferencesMatch }: ProfileSituation): Rules {
  const active = plan.hasClickAndCollect && (profile.cacActive ?? stored?.cacActive ?? false)
  const description = profile.cacDescription ?? stored?.cacDescription ?? ''
  const subdomain = plan.hasSubdomain && profile.premium_subdomain
  return [
    ['premium_subdomain', subdomain ? checkSubdomain(subdomain) : undefined],
    ['cacReferences', plan.hasClickAndCollect && cacReferencesMatch === false && 'cac_format_error'],
    ['cacImages', active && pictures.cacImages === 0 && 'cac_format_error'],
    ['cacDescription', active && !isClickAndCollectDescription(description) && 'cac_format_error'],
  ]
}

function outside(text: string | undefined, least: number, most: number): boolean {
  if (text === undefined) return false
  const length = countCharacters(text)
  return length < least || length > most
}

function isWrong(text: string | undefined, isRight: (text: string) => boolean): boolean {
  return text !== undefined && text !== '' && !isRight(text)
}
