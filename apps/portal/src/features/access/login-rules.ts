import { accessRefusalTexts } from '@parvis/domain/access/access.refusals.fr'
import { codeFault } from '@parvis/domain/access/sign-in'
import { isMobilePhone } from '@parvis/domain/kernel/phone'
import { requestRefusalTexts } from '@parvis/domain/kernel/request.refusals.fr'
import { failureOf, signInStatuses } from '../../lib/sign-in.ts'
import type { FieldError } from '../../lib/use-form.ts'

const failures = {
  phone_empty: 'Merci de saisir votre numéro de téléphone',
  phone_not_mobile: 'Saisissez un numéro de mobile\u00a0: 10 chiffres, en 06 ou en 07',
  code_empty: accessRefusalTexts['access.code_required'],
  code_length: accessRefusalTexts['access.code_format'],
  code_wrong: accessRefusalTexts['access.code_invalid'],
  contact_provider: accessRefusalTexts['access.phone_blocked'],
  too_many_attempts: requestRefusalTexts['request.too_many_attempts'],
  server_error: requestRefusalTexts['request.server_error'],
} as const

const failure = (key: keyof typeof failures): FieldError => ({ key, text: failures[key] })

/** Spaces and separators out; a `+` in front of an international number typed without it. */
export function phoneToSend(typed: string): string {
  const digits = typed.replace(/[\s\u00a0\u202f.-]/g, '')
  return /^33\d{9}$/.test(digits) ? `+${digits}` : digits
}

/** Step 1: not empty, not the prefix alone, a mobile of France, which alone receives the code. */
export function checkLoginPhone(typed: string): FieldError | undefined {
  const phone = phoneToSend(typed)
  if (['', '+', '+33', '33', '0033'].includes(phone)) return failure('phone_empty')
  return isMobilePhone(phone) ? undefined : failure('phone_not_mobile')
}

/** Step 2: exactly five characters. */
export function checkSignInCode(code: string): FieldError | undefined {
  const fault = codeFault(code)
  return fault && failure(`code_${fault}`)
}

/** What step 1 says of an answer (A-010, A-011, AMB-05). */
export const sendCodeFailure = (error: unknown) => failureOf(failures, error, signInStatuses, 'server_error')

/** What step 2 says of an answer. */
export const startSessionFailure = (error: unknown) => failureOf(failures, error, signInStatuses, 'code_wrong')
