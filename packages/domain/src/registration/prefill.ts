import { cleanText } from '../kernel/text.ts'

/** What a link of the prospecting mailing says of the person and of the business; absent keys were not given. */
export type Prefill = {
  person: { email?: string; first_name?: string; last_name?: string; zip_code?: string; phone_number?: string }
  business: {
    siren?: string
    name?: string
    email?: string
    phoneNumber?: string
    city?: string
    zipCode?: string
  }
  /** `proemail`, else `useremail`, whatever the person then types. */
  originalProspectEmail?: string
}

const maxLength = 255

/** Reads the 11 query parameters; `NULL` and empty values are ignored. `username` is the last name. */
export function readPrefill(query: { get(name: string): string | null }): Prefill {
  const email = read(query, 'proemail') ?? read(query, 'useremail')
  return {
    person: given({
      email: read(query, 'useremail'),
      first_name: read(query, 'userfirstname'),
      last_name: read(query, 'username'),
      zip_code: read(query, 'userzipcode'),
      phone_number: read(query, 'userphone'),
    }),
    business: given({
      siren: read(query, 'prosiret'),
      name: read(query, 'procompanyname'),
      email: read(query, 'proemail'),
      phoneNumber: read(query, 'prophone'),
      city: read(query, 'procity'),
      zipCode: read(query, 'prozipcode'),
    }),
    ...(email !== undefined && { originalProspectEmail: email }),
  }
}

/** The form with its empty fields filled; what was typed is never overwritten. */
export function fillEmptyFields<T extends Record<string, string>>(form: T, values: Partial<T>): T {
  const filled = Object.entries(values).filter(([field, value]) => value !== undefined && !form[field]?.trim())
  return { ...form, ...Object.fromEntries(filled) }
}

function read(query: { get(name: string): string | null }, name: string): string | undefined {
  const value = cleanText(query.get(name) ?? '').slice(0, maxLength)
  return value === '' || value.toUpperCase() === 'NULL' ? undefined : value
}

function given<T extends Record<string, string | undefined>>(values: T): { [K in keyof T]?: string } {
  const entries = Object.entries(values).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entries) as { [K in keyof T]?: string }
}
