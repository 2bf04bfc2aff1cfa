import { formatPhone } from '@parvis/domain/kernel/phone'
import { formatRegistryNumber } from '@parvis/domain/kernel/registry-number'
import { otherCity, type TypedAccount } from '@parvis/domain/registration/account-form'
import { fillEmptyFields, type Prefill } from '@parvis/domain/registration/prefill'

/** Step 1 as typed. `isOtherCity`: the city is not in the list, only its zip is asked. */
export type AccountValues = TypedAccount & { isOtherCity: boolean }

export type City = { name: string; zip: string }

const empty = {
  first_name: '',
  last_name: '',
  phone_number: '',
  date_of_birth: '',
  email: '',
  zip_code: '',
  city: '',
  siren: '',
}

/** The person apart from the business. */
export function personOf({ first_name, last_name, phone_number, date_of_birth, email, zip_code, city }: AccountValues) {
  return { first_name, last_name, phone_number, date_of_birth, email, zip_code, city }
}

type KnownPerson = { [K in keyof typeof empty]?: string | null }

/** What step 1 opens with: what was typed, else the saved profile, else what the link says. */
export function firstAccountValues(
  known: readonly KnownPerson[],
  prefill: Prefill,
  cities: readonly City[],
): AccountValues {
  const typed = known.reduce<typeof empty>((form, person) => fillEmptyFields(form, textsOf(person)), empty)
  const { person, business } = prefill
  const values = fillEmptyFields(typed, { ...person, ...(business.siren && { siren: business.siren }) })
  const { phone_number: phone, siren } = values
  // The prefix of the country stands before the field.
  const phone_number = phone.startsWith('+') ? formatPhone(phone) : phone
  return { ...values, phone_number, siren: formatRegistryNumber(siren), ...cityOfZip(values, cities) }
}

/** The city of the list when the zip is known there, else « other city » with that zip. */
function cityOfZip({ zip_code, city }: typeof empty, cities: readonly City[]) {
  const listed = cities.find(({ zip, name }) => zip === zip_code && (city === '' || city === name))
  if (listed) return { city: listed.name, isOtherCity: false }
  return { city: city || (zip_code.length === 5 ? otherCity : ''), isOtherCity: zip_code !== '' }
}

function textsOf(person: KnownPerson): Partial<typeof empty> {
  const texts = Object.entries(person).filter(([field, value]) => field in empty && typeof value === 'string')
  return Object.fromEntries(texts)
}
