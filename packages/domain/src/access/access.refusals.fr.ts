import type { Refusals } from '../kernel/refusal.ts'

export const accessRefusals = {
  'access.invalid_phone': { kind: 'invalid', code: 'INVALID_PHONE' },
  'access.profile_phone': { kind: 'unprocessable', code: 'INVALID_PHONE' },
  'access.phone_blocked': { kind: 'forbidden', code: 'PHONE_BLOCKED' },
  'access.code_required': { kind: 'invalid', code: 'CODE_REQUIRED' },
  'access.code_format': { kind: 'invalid', code: 'CODE_FORMAT' },
  'access.code_invalid': { kind: 'invalid', code: 'CODE_INVALID' },
  'access.sms_unavailable': { kind: 'unavailable', code: 'SMS_UNAVAILABLE' },
} as const satisfies Refusals

export const accessRefusalTexts: Record<keyof typeof accessRefusals, string> = {
  'access.invalid_phone': 'Merci de vérifier votre numéro de téléphone',
  'access.profile_phone': 'Merci de vérifier votre numéro de téléphone',
  'access.phone_blocked': 'Votre accès est bloqué, merci de contacter notre équipe',
  'access.code_required': 'Merci de saisir le code reçu par SMS',
  'access.code_format': 'Le code doit contenir 5 caractères',
  'access.code_invalid': 'Merci de saisir un code valide',
  'access.sms_unavailable': 'Le SMS n’a pas pu être envoyé, merci de réessayer dans un instant',
}
