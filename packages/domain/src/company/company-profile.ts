import { type BusinessType, isBusinessType, mayChangeType } from '../kernel/business-type.ts'
import type { FieldErrors } from '../kernel/field-errors.ts'
import { measures } from '../kernel/field-rules.ts'
import { isEmail, isWebsite } from '../kernel/internet-address.ts'
import { isFrenchPhone } from '../kernel/phone.ts'
import { isZip, wrongDegrees } from '../kernel/place.ts'
import { countCharacters } from '../kernel/text.ts'
import { visibleText } from '../kernel/visible-text.ts'
import { isCityName } from '../towns/short-names.ts'
import { isCategoryOf } from './categories.ts'
import { isClickAndCollectDescription } from './click-and-collect.ts'
import type { CompanyFieldKey } from './company.refusals.fr.ts'
import { hasMixedScripts, isOfficialName } from './official-name.ts'
import { checkOpeningHours, isDayOfWeek } from './opening-hours.ts'
import { type ProfileSituation, requiredFields, type TypedProfile } from './required-fields.ts'
import { checkSubdomain, normaliseSubdomain } from './subdomain.ts'

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

/** The description field is highlighted below 6 visible characters while typing. */
export function isDescriptionTooShortToType(html: string): boolean {
  return countCharacters(visibleText(html)) < 6
}

type ProfileRule = {
  field: string
  key: CompanyFieldKey
  fails: (profile: TypedProfile, situation: ProfileSituation) => boolean
}

/**
 * What must hold of the values that are given, in the order of the messages. Required fields come
 * before, in `required-fields.ts`. The extra keys of api.md 8.4 stand beside the field they belong to.
 */
const profileRules: readonly ProfileRule[] = [
  { field: 'name', key: 'business_name_format_error', fails: ({ name }) => outside(name, 3, 100) },
  {
    field: 'name',
    key: 'business_name_script_error',
    fails: ({ name = '' }, { stored }) => name !== stored?.name && hasMixedScripts(name),
  },
  {
    field: 'name',
    key: 'business_name_reserved',
    // A name that came from the register stays.
    fails: ({ name = '' }, { type, stored }) => type !== 'mairie' && name !== stored?.name && isOfficialName(name),
  },
  {
    field: 'type',
    key: 'type_error',
    fails: ({ type }, { type: from }) => type !== undefined && !writableType(from, type),
  },
  { field: 'category', key: 'category_error', fails: isForeignCategory },
  { field: 'address', key: 'address_format_error', fails: ({ address }) => outside(address, 6, 255) },
  {
    field: 'city',
    key: 'city_format_error',
    fails: ({ city, zipCode }) => city !== undefined && !isCityName(city, zipCode),
  },
  { field: 'zipCode', key: 'zipCode_format_error', fails: ({ zipCode }) => zipCode !== undefined && !isZip(zipCode) },
  { field: 'latitude', key: 'coordinates_error', fails: (place) => wrongDegrees(place).includes('latitude') },
  { field: 'longitude', key: 'coordinates_error', fails: (place) => wrongDegrees(place).includes('longitude') },
  {
    field: 'description',
    key: 'description_format_error',
    fails: ({ description }) => isWrong(description, isDescription),
  },
  { field: 'website', key: 'site_format_error', fails: isWrongWebsite },
  // An emptied e-mail is invalid, a cleared phone is absent.
  { field: 'email', key: 'email_format_error', fails: ({ email }) => email === '' || isWrong(email, isEmail) },
  { field: 'phoneNumber', key: 'phone_number_error', fails: ({ phoneNumber }) => isWrong(phoneNumber, isFrenchPhone) },
  {
    field: 'openingHours',
    key: 'opening hours error',
    fails: ({ openingHours, appointmentDays }) =>
      (openingHours?.some(checkOpeningHours) ?? false) || (appointmentDays?.some((day) => !isDayOfWeek(day)) ?? false),
  },
  { field: 'premium_subdomain', key: 'subdomain_format_error', fails: subdomainFails('subdomain_format_error') },
  { field: 'premium_subdomain', key: 'subdomain_reserved', fails: subdomainFails('subdomain_reserved') },
  {
    field: 'cacReferences',
    key: 'cac_format_error',
    fails: (_, { plan, cacReferencesMatch }) => plan.hasClickAndCollect && cacReferencesMatch === false,
  },
  {
    field: 'cacImages',
    key: 'cac_format_error',
    fails: (profile, situation) => situation.pictures.cacImages === 0 && isCacActive(profile, situation),
  },
  {
    field: 'cacDescription',
    key: 'cac_format_error',
    fails: (profile, situation) =>
      isCacActive(profile, situation) && !isClickAndCollectDescription(cacDescription(profile, situation)),
  },
]

/** Visible characters, 14 at least; 10,000 characters of HTML at most. */
function isDescription(html: string): boolean {
  return countCharacters(visibleText(html)) >= 14 && html.length <= 10_000
}

function writableType(from: BusinessType, written: string): BusinessType | undefined {
  return isBusinessType(written) && mayChangeType(from, written) ? written : undefined
}

/** The category belongs to the type there will be: a stored one may not survive a change of type. */
function isForeignCategory({ type, category }: TypedProfile, situation: ProfileSituation): boolean {
  const chosen = category ?? situation.stored?.category
  const willBe = writableType(situation.type, type ?? situation.type) ?? situation.type
  return chosen !== undefined && !isCategoryOf(willBe, chosen)
}

/** A form whose box is not ticked needs a website; on the wire an empty one is cleared. */
function isWrongWebsite({ website }: TypedProfile, { noWebsite, side }: ProfileSituation): boolean {
  if (noWebsite) return false
  return website === '' ? side === 'form' : isWrong(website, isWebsite)
}

function subdomainFails(key: CompanyFieldKey): ProfileRule['fails'] {
  return ({ premium_subdomain = '' }, { plan, stored, type }) => {
    // Names given before they were reserved stay with their holders.
    const isUnchanged = normaliseSubdomain(premium_subdomain) === stored?.subdomain
    if (!plan.hasSubdomain || premium_subdomain === '' || isUnchanged) return false
    // Names are read last: a text as long as a body is refused by its format alone.
    const isOfficial = () => type !== 'mairie' && isOfficialName(premium_subdomain)
    return (checkSubdomain(premium_subdomain) ?? (isOfficial() ? 'subdomain_reserved' : undefined)) === key
  }
}

function isCacActive({ cacActive }: TypedProfile, { plan, stored }: ProfileSituation): boolean {
  return plan.hasClickAndCollect && (cacActive ?? stored?.cacActive ?? false)
}

function cacDescription(profile: TypedProfile, { stored }: ProfileSituation): string {
  return profile.cacDescription ?? stored?.cacDescription ?? ''
}

function outside(text: string | undefined, min: number, max: number): boolean {
  return text !== undefined && !measures(text, min, max)
}

function isWrong(text: string | undefined, isRight: (text: string) => boolean): boolean {
  return text !== undefined && text !== '' && !isRight(text)
}
