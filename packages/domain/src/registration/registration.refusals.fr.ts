import type { registrationRefusals } from './registration.refusals.ts'

export const registrationRefusalTexts: Record<keyof typeof registrationRefusals, string> = {
  'registration.invalid_code': 'Numéro RNA ou SIRET invalide',
  'registration.code_already_used': 'Ce numéro RNA ou SIREN/SIRET est déjà utilisé',
  'registration.already_owner': 'Vous possédez déjà un établissement',
}
