import { type FieldErrors, firstFieldError } from '../kernel/field-errors.ts'
import { type CompanyFieldKey, companyFieldTexts } from './company.field-texts.fr.ts'
import { checkOpeningHours, type TypedOpeningHours } from './opening-hours.ts'

/**
 * The one sentence above the form, and the `error.message` of the wire: that of the first failing rule (AMB-139). No hours
 * at all reads as the required text (api.md 8.2); a wrong entry says what is wrong with it.
 */
export function companyProfileMessage(errors: FieldErrors, openingHours: readonly TypedOpeningHours[] = []): string {
  const key = firstFieldError(errors)?.key
  if (key !== 'opening hours error')
    return isCompanyKey(key) ? companyFieldTexts[key] : companyFieldTexts.required_data_error
  const wrong = openingHours.map(checkOpeningHours).find((entry) => entry !== undefined)
  return companyFieldTexts[wrong ?? 'required_data_error']
}

function isCompanyKey(key: string | undefined): key is CompanyFieldKey {
  return key !== undefined && Object.hasOwn(companyFieldTexts, key)
}
