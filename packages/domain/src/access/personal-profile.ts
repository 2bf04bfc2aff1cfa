import { isAdult, readBirthDate } from '../kernel/birth-date.ts'
import { isEmail } from '../kernel/email.ts'
import type { FieldErrors } from '../kernel/field-errors.ts'
import { isPersonName } from '../kernel/person-name.ts'
import { isZip } from '../kernel/zip.ts'

/** What was typed or received, texts cleaned; names as on the wire. */
export type TypedPersonalProfile = {
  first_name?: string | undefined
  last_name?: string | undefined
  date_of_birth?: string | undefined
  email?: string | undefined
  zip_code?: string | undefined
  city?: string | undefined
}

/**
 * The rules of a person's profile, in the order of the form. Today is the Paris day, `YYYY-MM-DD`.
 */
export function checkPersonalProfile(profile: TypedPersonalProfile, today: string): FieldErrors {
  const errors: FieldErrors = {}
  for (const [field, rule] of Object.entries(rules)) {
    const value = profile[field as keyof TypedPersonalProfile] ?? ''
    const key = value === '' ? rule.empty : rule.check(value, today)
    if (key) errors[field] = key
  }
  return errors
}

type Rule = { empty: string; check: (value: string, today: string) => string | undefined }

const name: Rule = {
  empty: 'empty_form_error',
  check: (value) => (isPersonName(value) ? undefined : 'person_name_error'),
}

const rules: Record<keyof TypedPersonalProfile, Rule> = {
  first_name: name,
  last_name: name,
  date_of_birth: {
    empty: 'empty_form_error',
    check: (value, today) => {
      const day = readBirthDate(value)
      return day && isAdult(day, today) ? undefined : 'birth_date_error'
    },
  },
  email: { empty: 'email_format_error', check: (value) => (isEmail(value) ? undefined : 'email_format_error') },
  zip_code: { empty: 'address_city_error', check: (value) => (isZip(value) ? undefined : 'zipCode_format_error') },
  city: { empty: 'address_city_error', check: () => undefined },
}
