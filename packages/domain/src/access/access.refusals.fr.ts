import type { Refusals } from '../kernel/refusal.ts'

export const accessRefusals = {
  'access.invalid_phone': { kind: 'invalid', code: 'INVALID_PHONE' },
  'access.profile_phone': { kind: 'unprocessable', code: 'INVALID_PHONE' },
  'access.phone_blocked': { kind: 'forbidden', code: 'PHONE_BLOCKED' },
  'access.code_required': { kind: 'invalid', code: 'CODE_REQUIRED' },
  'access.code_format': { kind: 'invalid', code: 'CODE_FORMAT' },
  'access.code_invalid': { kind: 'invalid', code: 'CODE_INVALID' },
  'access.second_proof_required': { kind: 'forbidden', code: 'SECOND_PROOF_REQUIRED' },
  'access.second_proof_invalid': { kind: 'invalid', code: 'SECOND_PROOF_INVALID' },
  'access.passkey_invalid': { kind: 'invalid', code: 'PASSKEY_INVALID' },
  'access.passkey_limit': { kind: 'conflict', code: 'PASSKEY_LIMIT' },
  'access.phone_taken': { kind: 'conflict', code: 'PHONE_TAKEN' },
  'access.no_address': { kind: 'not-found', code: 'NO_ADDRESS' },
  'access.email_unavailable': { kind: 'unavailable', code: 'EMAIL_UNAVAILABLE' },
  'access.mail_code_required': { kind: 'invalid', code: 'CODE_REQUIRED' },
  'access.mail_code_format': { kind: 'invalid', code: 'CODE_FORMAT' },
  'access.sms_unavailable': { kind: 'unavailable', code: 'SMS_UNAVAILABLE' },
} as const satisfies Refusals

export const accessRefusalTexts: Record<keyof typeof accessRefusals, string> = {
  'access.invalid_phone': 'Merci de vérifier votre numéro de téléphone',
  'access.profile_phone': 'Merci de vérifier votre numéro de téléphone',
  'access.phone_blocked': 'Votre accès est bloqué, merci de contacter notre équipe',
  'access.code_required': 'Merci de saisir le code reçu par SMS',
  'access.code_format': 'Le code doit contenir 5 caractères',
  'access.code_invalid': 'Merci de saisir un code valide',
  'access.second_proof_required': 'Confirmez que c’est bien vous avant de continuer.',
  'access.second_proof_invalid': 'Cette vérification a expiré. Recommencez avec votre numéro.',
  'access.passkey_invalid': 'Cette clé d’accès n’a pas été reconnue. Connectez-vous avec votre numéro.',
  'access.passkey_limit': 'Dix clés d’accès au plus. Retirez-en une.',
  'access.phone_taken': 'Ce numéro a déjà un compte.',
  'access.no_address': 'Aucune adresse e-mail n’est connue pour ce compte.',
  'access.email_unavailable': 'L’e-mail n’a pas pu être envoyé, merci de réessayer dans un instant',
  'access.mail_code_required': 'Merci de saisir le code reçu par e-mail',
  'access.mail_code_format': 'Le code doit contenir 8 chiffres',
  'access.sms_unavailable': 'Le SMS n’a pas pu être envoyé, merci de réessayer dans un instant',
}
