import { arePictureReferences, filledSlots } from '@parvis/domain/company/click-and-collect'
import {
  type CompanyFieldKey,
  companyFieldTexts,
  companyProfileMessage,
} from '@parvis/domain/company/company.refusals.fr'
import { checkCompanyProfile } from '@parvis/domain/company/company-profile'
import type { TypedOpeningHours } from '@parvis/domain/company/opening-hours'
import type { ProfileSituation, TypedProfile } from '@parvis/domain/company/required-fields'
import { rangeFaultText } from '@parvis/domain/hours/hours.texts.fr'
import { checkTypedWeek, type DayRange } from '@parvis/domain/hours/typed-week'
import type { FieldErrors } from '@parvis/domain/kernel/field-errors'
import { cleanText, countCharacters } from '@parvis/domain/kernel/text'
import { zipErrorText } from '@parvis/domain/kernel/zip-error-text.fr'
import type { Company } from '../../../lib/session.ts'
import type { FieldError, FieldErrorMap } from '../../../lib/use-form.ts'
import {
  hoursRowsOf,
  type PictureSlot,
  type ProfileValues,
  pictureReferencesOf,
  profileFields,
  subdomainOf,
} from './profile-values.ts'

type Situation = {
  company: Company
  /** Set when the address service did not answer: an address typed by hand is then accepted. */
  isAddressByHand: boolean
}

/** Field → key, in the order of the specification. Before the first save, the rules of registration. */
export function checkProfileValues(values: ProfileValues, situation: Situation): FieldErrors {
  const errors = inPageOrder(checkCompanyProfile(typedProfile(values), profileSituation(values, situation.company)))
  return isAddressChosen(values, situation.isAddressByHand) ? errors : withAddressError(errors)
}

/** The fields that break the first failing rule; hours never count among the required ones. @internal */
export function isOfFirstRule(key: string, first: string | undefined): boolean {
  return key === first || (first === 'required_data_error' && key === 'opening hours error')
}

function typedProfile(values: ProfileValues): TypedProfile {
  return {
    type: values.type,
    name: cleanText(values.name),
    category: values.category,
    address: cleanText(values.address),
    city: cleanText(values.city),
    zipCode: cleanText(values.zipCode),
    ...values.position,
    description: values.description,
    openingHours: checkedHours(values.openingHours),
    appointmentDays: values.appointmentDays,
    website: values.noWebsite ? '' : cleanText(values.website),
    email: cleanText(values.email),
    phoneNumber: cleanText(values.phoneNumber),
    premium_subdomain: subdomainOf(values),
    cacActive: values.cacActive,
    cacDescription: cleanText(values.cacDescription, { multiline: true }),
  }
}

/** Ranges that must be corrected or confirmed are an entry that the rule refuses: the editor shows them. */
function checkedHours(ranges: readonly DayRange[]): TypedOpeningHours[] {
  const rows = hoursRowsOf(ranges).map(({ type, ...row }) => ({ ...row, dayType: type }))
  return checkTypedWeek(ranges).size > 0 ? [...rows, { dayType: '', startTime: '', endTime: '' }] : rows
}

/** The first thing wrong with the typed week, in words. */
function hoursFaultText(ranges: readonly DayRange[]): string | undefined {
  const [fault] = checkTypedWeek(ranges)
  const range = ranges.find(({ key }) => key === fault?.[0])
  return fault && range && rangeFaultText(range, fault[1])
}

function profileSituation(values: ProfileValues, company: Company): ProfileSituation {
  const references = pictureReferencesOf(values.cacImages)
  const hasCards = company.identityStatus === 'pending' || company.identityStatus === 'verified'
  return {
    mode: company.category === null ? 'registration' : 'edit',
    side: 'form',
    type: company.type,
    noWebsite: values.noWebsite,
    plan: company.subscription,
    pictures: {
      profileImage: Boolean(values.profileImage ?? company.profileImage),
      coverImage: Boolean(values.coverImage ?? company.coverImage),
      idCardFront: hasCards || values['id-card-front'] !== null,
      idCardBack: hasCards || values['id-card-back'] !== null,
      cacImages: filledSlots(storedRanks(values.cacImages), references).length,
    },
    isIdentityRefused: company.identityStatus === 'refused',
    stored: { name: company.name, subdomain: company.premiumSubdomain ?? '' },
    cacReferencesMatch: arePictureReferences(references, values.cacImages.filter(({ picture }) => picture).length),
  }
}

const storedRanks = (slots: readonly PictureSlot[]) => slots.filter(({ url }) => url).map(({ rank }) => rank)

function isAddressChosen({ address, chosenAddress }: ProfileValues, isByHand: boolean): boolean {
  return isByHand || address.trim() === '' || address === chosenAddress
}

const page = Object.keys(profileFields)

/**
 * The required-fields message is the same for every field: fields are listed from the top of the page down, identity documents
 * last.
 */
function inPageOrder(errors: FieldErrors): FieldErrors {
  const entries = Object.entries(errors)
  const missing = entries.filter(([, key]) => key === 'required_data_error')
  missing.sort(([a], [b]) => page.indexOf(a) - page.indexOf(b))
  return Object.fromEntries([...missing, ...entries.filter(([, key]) => key !== 'required_data_error')])
}

const beforeAddress = ['name', 'type', 'category']

/** The address error at its place among the rules: after required fields and the name, before the city. */
function withAddressError(errors: FieldErrors): FieldErrors {
  const entries = Object.entries(errors)
  const comesFirst = ([field, key]: [string, string]) => key === 'required_data_error' || beforeAddress.includes(field)
  return Object.fromEntries([
    ...entries.filter(comesFirst),
    ['address', errors.address ?? 'address_format_error'],
    ...entries.filter((entry) => !comesFirst(entry) && entry[0] !== 'address'),
  ])
}

const chooseAddress = 'Choisissez votre adresse dans la liste proposée'

/** Beside a field: the sentence of its key. An address that was not picked is asked to be picked. */
export function profileErrorText(key: string, field: string, values: ProfileValues): string {
  const asked = profileFields[field]?.asked
  if (key === 'required_data_error' && asked) return asked
  if (key === 'address_format_error')
    return isLongEnough(values.address) ? `${chooseAddress}.` : `${companyFieldTexts[key]}. ${chooseAddress}.`
  if (field === 'zipCode' && key === 'zipCode_format_error') return zipErrorText(values.zipCode)
  return companyFieldTexts[key as CompanyFieldKey] ?? key
}

const isLongEnough = (address: string) => countCharacters(cleanText(address)) >= 6

/**
 * What the form shows: one message, that of the first failing rule, above the form and beside its fields; the
 * other wrong fields are marked without a second message.
 */
export function shownErrors(
  errors: FieldErrorMap,
  values: ProfileValues,
): { fields: FieldErrorMap; message: FieldError | undefined } {
  const entries = Object.entries(errors)
  const first = entries[0]?.[1]
  if (!first) return { fields: {}, message: undefined }
  const keys = Object.fromEntries(entries.map(([field, error]) => [field, error.key]))
  const fields = entries.map(([field, error]): [string, FieldError] => [
    field,
    isOfFirstRule(error.key, first.key) ? error : { key: error.key, text: alsoWrong },
  ])
  const isAddress = entries[0]?.[0] === 'address' && first.key !== 'required_data_error'
  const fault = first.key === 'opening hours error' ? hoursFaultText(values.openingHours) : undefined
  const message = isAddress ? first.text : (fault ?? companyProfileMessage(keys))
  return { fields: Object.fromEntries(fields), message: { key: messageKey(first.key, values), text: message } }
}

const alsoWrong = 'À vérifier aussi'

/** A form without hours shows the required-fields message; a wrong line keeps the key of the hours. */
function messageKey(key: string, { openingHours }: ProfileValues): string {
  if (key !== 'opening hours error') return key
  return openingHours.length > 0 ? key : 'required_data_error'
}
