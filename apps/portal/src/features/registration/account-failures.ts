import { codeFault } from '@parvis/domain/access/sign-in'
import { serverErrorText } from '@parvis/domain/kernel/server-error-text.fr'
import { registrationFieldTexts } from '@parvis/domain/registration/registration.refusals.fr'
import { failureOf, signInStatuses } from '../../lib/sign-in.ts'
import type { FieldError } from '../../lib/use-form.ts'

// Quoted texts are kept letter for letter, misspellings included (X-022, AMB-121).
const texts = {
  phone_invalid: 'Merci de vérifier votre numéro de téléphone',
  server_error: serverErrorText,
  contact_provider: 'Votre accès est bloqué, merci de contacter notre équipe',
  too_many_attempts: 'Trop de tentatives, merci de contacter l’équipe',
  code_wrong: 'Merci de saisir un code valide',
  reload_page: 'Une erreur est survenue, merci de recharger la page',
  registration_error: 'Une erreur est survenue, merci de vérifier vos donner et rééssayer',
  code_used: 'Ce numéro RNA ou SIREN/SIRET est déjà utilisé',
  code_refused: 'Numéro RNA ou SIRET invalide',
} as const

/** Sending the code. */
export const accountCodeFailure = (error: unknown) =>
  failureOf(texts, error, { ...signInStatuses, 400: 'phone_invalid' }, 'server_error')

/** Confirming the code. */
export const accountSessionFailure = (error: unknown) => failureOf(texts, error, signInStatuses, 'code_wrong')

/** Saving the person. */
export const profileFailure = (error: unknown) =>
  failureOf(texts, error, { 422: 'phone_invalid', 429: 'too_many_attempts' }, 'server_error')

/** Registering the business: after a 409 the page reloads. */
export const registrationFailure = (error: unknown) =>
  failureOf(texts, error, { 409: 'reload_page' }, 'registration_error')

/** Looking the number up. */
export const lookupFailure = (error: unknown) =>
  failureOf(texts, error, { 409: 'code_used', 400: 'code_refused', 429: 'too_many_attempts' }, 'server_error')

/** The empty code and the wrong length are told before any call. */
export function checkAccountCode(code: string): FieldError | undefined {
  const fault = codeFault(code)
  if (!fault) return undefined
  const key = `code_${fault}_error` as const
  return { key, text: registrationFieldTexts[key] }
}
