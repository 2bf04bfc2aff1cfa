import { type BusinessType, isBusinessType, offersOf } from '../kernel/business-type.ts'
import { readDay } from '../kernel/day.ts'
import type { FieldErrors } from '../kernel/field-errors.ts'
import { isEmail } from '../kernel/internet-address.ts'
import { isAdult, isPersonName } from '../kernel/person.ts'
import { isMobilePhone } from '../kernel/phone.ts'
import { isZip } from '../kernel/place.ts'
import { type RegistryNumber, readRegistryNumber } from '../kernel/registry-number.ts'
import type { RegistrationFieldKey } from './registration.refusals.fr.ts'

/** The person, as typed in step 1 or received by the profile update; names of the wire. */
export type TypedPerson = Record<
  'first_name' | 'last_name' | 'phone_number' | 'date_of_birth' | 'email' | 'zip_code' | 'city',
  string
>

export type TypedAccount = TypedPerson & { siren: string }

/** What is sent as the city when only a zip is known. */
export const otherCity = 'Autre ville'

/** Step 1 of the wizard: the person, then the registry number. `today` is `YYYY-MM-DD` in Paris. */
export function checkAccountForm(form: TypedAccount, type: BusinessType, today: string): FieldErrors {
  const siren = checkRegistryNumber(form.siren, type)
  const errors = checkPerson(form, today)
  // One choice gives both: one thing is missing, not two, when no city was chosen at all.
  if (errors.city && isBlank(form.zip_code)) delete errors.zip_code
  return { ...errors, ...(siren && { siren }) }
}

/** The personal profile; the server answers 422 apart for the phone. `today` is `YYYY-MM-DD` in Paris. */
export function checkPerson(person: TypedPerson, today: string): FieldErrors {
  const errors: FieldErrors = {}
  for (const [field, check] of personRules) {
    const key = check(person[field].trim(), today)
    if (key) errors[field] ??= key
  }
  return errors
}

type PersonRule = [keyof TypedPerson, (text: string, today: string) => RegistrationFieldKey | undefined]

/** What is empty comes before what is wrong. */
const personRules: readonly PersonRule[] = [
  ['first_name', checkFilled],
  ['last_name', checkFilled],
  ['date_of_birth', checkFilled],
  ['email', checkFilled],
  ['first_name', (name) => (isPersonName(name) ? undefined : 'person_name_error')],
  ['last_name', (name) => (isPersonName(name) ? undefined : 'person_name_error')],
  ['phone_number', checkPhone],
  ['date_of_birth', checkBirthDate],
  ['email', (email) => (isEmail(email) ? undefined : 'email_format_error')],
  ['city', (city) => (city === '' || city.length > 100 ? 'city_required_error' : undefined)],
  ['zip_code', (zip) => (isZip(zip) ? undefined : 'zipCode_format_error')],
]

/**
 * The registry number for a type of business: an association takes an RNA or a SIRET, the others a SIRET. The key
 * says which of the two numbers is missing or wrong.
 */
export function checkRegistryNumber(text: string, type: BusinessType): RegistrationFieldKey | undefined {
  const { registryNumbers } = offersOf(type)
  const asksRna = registryNumbers[0] === 'rna'
  if (isBlank(text)) return asksRna ? 'rna_empty_error' : 'siret_empty_error'
  const number = readRegistryNumber(text)
  if (number && registryNumbers.includes(number.kind)) return undefined
  const looksLikeSiret = /^[0-9\s]{12,}$/.test(text.trim())
  return asksRna && !looksLikeSiret ? 'rna_invalid_error' : 'siret_invalid_error'
}

/** The phone of a person must receive SMS; empty, or just the prefix, is told apart. */
function checkPhone(text: string): RegistrationFieldKey | undefined {
  if (/^(\+33)?$/.test(text.replace(/\s/g, ''))) return 'phone_empty_error'
  return isMobilePhone(text) ? undefined : 'phone_format_error'
}

function checkBirthDate(text: string, today: string): RegistrationFieldKey | undefined {
  const day = readDay(text)
  return day !== undefined && isAdult(day, today) ? undefined : 'birth_date_error'
}

function checkFilled(text: string): RegistrationFieldKey | undefined {
  return isBlank(text) ? 'empty_form_error' : undefined
}

function isBlank(text: string): boolean {
  return text.trim() === ''
}

export type RegistrationRequest = { type: string; siren: string }

type ReadRegistration = { type: BusinessType; number: RegistryNumber } | { errors: FieldErrors }

/**
 * Reads what POST /company/subscription names: one of the four types, and a registry number of a kind that this type
 * registers with. Both are judged, the type first.
 */
export function readRegistration({ type, siren }: RegistrationRequest): ReadRegistration {
  if (!isBusinessType(type)) {
    const key = readRegistryNumber(siren) ? undefined : 'siret_invalid_error'
    return { errors: { type: 'type_error', ...(key && { siren: key }) } }
  }
  const key = checkRegistryNumber(siren, type)
  const number = readRegistryNumber(siren)
  if (key || !number) return { errors: { siren: key ?? 'siret_invalid_error' } }
  return { type, number }
}
