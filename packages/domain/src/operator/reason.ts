import type { FieldErrors } from '../kernel/field-errors.ts'
import { cleanText, countCharacters } from '../kernel/text.ts'

const shortest = 5
export const maxReason = 500

/** Why the operator does it, for the audit trail: 5 to 500 characters. */
export function checkReason(reason: string): FieldErrors {
  const length = countCharacters(cleanText(reason))
  return length < shortest || length > maxReason ? { reason: 'reason_error' } : {}
}
