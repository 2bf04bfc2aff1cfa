import { readDay } from '../kernel/day.ts'
import { conflict, invalid, type Refusals } from '../kernel/refusal.ts'
import { zipErrorText } from '../kernel/zip-error-text.fr.ts'

export const registrationRefusals = {
  'registration.invalid_code': invalid('INVALID_CODE', 'Numéro RNA ou SIRET invalide'),
  'registration.code_already_used': conflict('CODE_ALREADY_USED', 'Ce numéro RNA ou SIREN/SIRET est déjà utilisé'),
  'registration.already_owner': conflict('ALREADY_OWNER', 'Vous possédez déjà un établissement'),
  'registration.too_many_establishments': conflict(
    'TOO_MANY_ESTABLISHMENTS',
    'Vous avez déjà 20 établissements. Écrivez-nous pour aller au-delà.',
  ),
} satisfies Refusals

/** French sentences of the registration's field keys (ambiguities.md, appendix A). */
export const registrationFieldTexts = {
  empty_form_error: 'Veuillez remplir tous les champs',
  person_name_error:
    'Le nom et le prénom doivent contenir 2 à 50 lettres, sans tiret ni apostrophe (remplacez-les par un espace)',
  phone_empty_error: 'Merci de saisir votre numéro de téléphone',
  phone_format_error: 'Merci de vérifier votre numéro de téléphone',
  birth_date_error: 'Vous devez avoir au moins 18 ans',
  email_format_error: "L'adresse e-mail est invalide",
  city_required_error: 'Merci de choisir votre ville',
  zipCode_format_error: 'Le code postal est invalide',
  siret_empty_error: 'Merci de saisir votre numéro SIRET',
  rna_empty_error: 'Merci de saisir votre numéro RNA',
  siret_invalid_error: 'Le numéro SIRET est invalide',
  rna_invalid_error: 'Le numéro RNA est invalide',
  code_empty_error: 'Merci de saisir le code reçu par SMS',
  code_length_error: 'Le code doit contenir 5 caractères',
} as const satisfies Record<string, string>

/** Beside a field of step 1 or of the account: the sentence of its key, which may depend on what was typed. */
export function accountErrorText(key: string, typed: { date_of_birth: string; zip_code: string }): string {
  if (key === 'birth_date_error') return birthDateErrorText(typed.date_of_birth)
  if (key === 'zipCode_format_error') return zipErrorText(typed.zip_code)
  return new Map<string, string>(Object.entries(registrationFieldTexts)).get(key) ?? key
}

/** Which of the reasons of `birth_date_error` it is: not written to its end, no day of our calendar, or under 18. */
function birthDateErrorText(typed: string): string {
  const day = readDay(typed)
  if (day !== undefined && day >= '1900') return registrationFieldTexts.birth_date_error
  const isWhole = day !== undefined || /^\s*\d{1,2}\D*\d{1,2}\D*\d{4}\s*$/.test(typed)
  return isWhole
    ? 'Cette date n’existe pas, vérifiez le jour, le mois et l’année'
    : 'Écrivez le jour, le mois et l’année, par exemple 22/11/1980'
}

export type RegistrationFieldKey = keyof typeof registrationFieldTexts
