import { absent, conflict, forbidden, invalid, outage, type Refusals, unprocessable } from '../kernel/refusal.ts'

export const accessRefusals = {
  'access.invalid_phone': invalid('INVALID_PHONE', 'Merci de vérifier votre numéro de téléphone'),
  'access.profile_phone': unprocessable('INVALID_PHONE', 'Merci de vérifier votre numéro de téléphone'),
  'access.phone_blocked': forbidden('PHONE_BLOCKED', 'Votre accès est bloqué, merci de contacter notre équipe'),
  'access.code_required': invalid('CODE_REQUIRED', 'Merci de saisir le code reçu par SMS'),
  'access.code_format': invalid('CODE_FORMAT', 'Le code doit contenir 5 caractères'),
  'access.code_invalid': invalid('CODE_INVALID', 'Merci de saisir un code valide'),
  'access.second_proof_required': forbidden(
    'SECOND_PROOF_REQUIRED',
    'Confirmez que c’est bien vous avant de continuer.',
  ),
  'access.second_proof_invalid': invalid(
    'SECOND_PROOF_INVALID',
    'Cette vérification a expiré. Recommencez avec votre numéro.',
  ),
  'access.passkey_invalid': invalid(
    'PASSKEY_INVALID',
    'Cette clé d’accès n’a pas été reconnue. Connectez-vous avec votre numéro.',
  ),
  'access.passkey_limit': conflict('PASSKEY_LIMIT', 'Dix clés d’accès au plus. Retirez-en une.'),
  'access.phone_taken': conflict('PHONE_TAKEN', 'Ce numéro a déjà un compte.'),
  'access.no_address': absent('NO_ADDRESS', 'Aucune adresse e-mail n’est connue pour ce compte.'),
  'access.email_unavailable': outage(
    'EMAIL_UNAVAILABLE',
    'L’e-mail n’a pas pu être envoyé, merci de réessayer dans un instant',
  ),
  'access.mail_code_required': invalid('CODE_REQUIRED', 'Merci de saisir le code reçu par e-mail'),
  'access.mail_code_format': invalid('CODE_FORMAT', 'Le code doit contenir 8 chiffres'),
  'access.sms_unavailable': outage(
    'SMS_UNAVAILABLE',
    'Le SMS n’a pas pu être envoyé, merci de réessayer dans un instant',
  ),
} satisfies Refusals
