import type { FieldErrors } from './field-errors.ts'
import { countCharacters } from './text.ts'

/** What is wrong among the fields that were looked at, in their order; no key: the field is right. */
export function wrongFields<Key extends string>(
  looked: Iterable<readonly [field: string, key: Key | undefined]>,
): FieldErrors {
  const errors: FieldErrors = {}
  for (const [field, key] of looked) if (key) errors[field] = key
  return errors
}

export const hasErrors = (errors: FieldErrors): boolean => Object.keys(errors).length > 0

/** Whether a text has so many characters, both bounds included. */
export function measures(text: string, min: number, max: number): boolean {
  const count = countCharacters(text)
  return count >= min && count <= max
}
