import { companyFieldTexts } from '@parvis/domain/company/company.refusals.fr'
import { hoursFieldTexts } from '@parvis/domain/hours/hours.texts.fr'
import { requestRefusals } from '@parvis/domain/kernel/request.refusals.fr'
import { ApiError, messageOf } from '../../../lib/api-error.ts'

const sentences: Readonly<Record<string, string>> = { ...companyFieldTexts, ...hoursFieldTexts }

/** The sentence of a wrong field of the hours. */
export const hoursFieldText = (key: string): string => sentences[key] ?? requestRefusals['request.validation'].text

/** The refusal in one sentence: that of its first field, where it names one. */
export function hoursErrorText(error: unknown): string {
  const [key] = error instanceof ApiError ? Object.values(error.fields) : []
  return (key && sentences[key]) ?? messageOf(error)
}
