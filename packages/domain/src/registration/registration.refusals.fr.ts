import type { Refusals } from '../kernel/refusal.ts'

export const registrationRefusals = {
  'registration.invalid_code': { kind: 'invalid', code: 'INVALID_CODE' },
  'registration.code_already_used': { kind: 'conflict', code: 'CODE_ALREADY_USED' },
  'registration.already_owner': { kind: 'conflict', code: 'ALREADY_OWNER' },
} as const satisfies Refusals

export const registrationRefusalTexts: Record<keyof typeof registrationRefusals, string> = {
  'registration.invalid_code': 'Numéro RNA ou SIRET invalide',
  'registration.code_already_used': 'Ce numéro RNA ou SIREN/SIRET est déjà utilisé',
  'registration.already_owner': 'Vous possédez déjà un établissement',
}
