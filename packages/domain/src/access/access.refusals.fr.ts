import type { accessRefusals } from './access.refusals.ts'

export const accessRefusalTexts: Record<keyof typeof accessRefusals, string> = {
  'access.invalid_phone': 'Merci de vérifier votre numéro de téléphone',
  'access.profile_phone': 'Merci de vérifier votre numéro de téléphone',
  'access.phone_blocked': 'Votre accès est bloqué, merci de contacter notre équipe',
  'access.code_required': 'Merci de saisir le code reçu par SMS',
  'access.code_format': 'Le code doit contenir 5 caractères',
  'access.code_invalid': 'Merci de saisir un code valide',
  'access.sms_unavailable': 'Le SMS n’a pas pu être envoyé, merci de réessayer dans un instant',
}
