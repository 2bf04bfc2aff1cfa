import { companyFieldTexts } from '@parvis/domain/company/company.refusals.fr'
import { hoursFieldTexts } from '@parvis/domain/hours/hours.texts.fr'
import { ApiError, messageOf } from '../../../lib/api-error.ts'
import type { FieldErrorMap } from '../../../lib/use-form.ts'

const sentences: Readonly<Record<string, string>> = { ...companyFieldTexts, ...hoursFieldTexts }

/** Sentences of the field errors of a refused change of hours. */
export function hoursFieldErrors(error: unknown): FieldErrorMap {
  const fields = error instanceof ApiError ? Object.entries(error.fields) : []
  return Object.fromEntries(fields.map(([name, key]) => [name, { key, text: sentences[key] ?? messageOf(error) }]))
}

/** The refusal in one sentence: that of its first field, where it names one. */
export function hoursErrorText(error: unknown): string {
  return Object.values(hoursFieldErrors(error))[0]?.text ?? messageOf(error)
}

/** The same sentence, when no field shows it itself. */
export function unsaidText(error: unknown, fields: readonly string[]): string | undefined {
  const errors = hoursFieldErrors(error)
  return error && !fields.some((name) => errors[name]) ? hoursErrorText(error) : undefined
}
