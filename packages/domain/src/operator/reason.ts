import type { FieldErrors } from '../kernel/field-errors.ts'
import { measures } from '../kernel/field-rules.ts'
import { cleanText } from '../kernel/text.ts'

const shortest = 5
export const maxReason = 500

/** Why the operator does it, for the audit trail: 5 to 500 characters. */
export function checkReason(reason: string): FieldErrors {
  return measures(cleanText(reason), shortest, maxReason) ? {} : { reason: 'reason_error' }
}
