import type { Refusals } from '../kernel/refusal.ts'

export const subscriptionRefusals = {
  'subscription.not_offered': { kind: 'forbidden', code: 'NOT_OFFERED' },
  'subscription.already_subscribed': { kind: 'conflict', code: 'ALREADY_SUBSCRIBED' },
  'subscription.session_id_required': { kind: 'invalid', code: 'SESSION_ID_REQUIRED' },
  'subscription.payment_not_found': { kind: 'not-found', code: 'PAYMENT_NOT_FOUND' },
  'subscription.no_customer': { kind: 'not-found', code: 'NO_CUSTOMER' },
  'subscription.payment_unavailable': { kind: 'upstream', code: 'PAYMENT_UNAVAILABLE' },
} as const satisfies Refusals

export const subscriptionRefusalTexts: Record<keyof typeof subscriptionRefusals, string> = {
  'subscription.not_offered': 'Cette offre n’est pas proposée à votre établissement',
  'subscription.already_subscribed': 'Vous êtes déjà abonné à cette offre',
  'subscription.session_id_required': "Aucun paiement n'a été trouvé",
  'subscription.payment_not_found': "Aucun paiement n'a été trouvé",
  'subscription.no_customer': 'Aucun abonnement payant n’a encore été souscrit',
  'subscription.payment_unavailable': 'Le paiement est momentanément indisponible, merci de réessayer',
}
