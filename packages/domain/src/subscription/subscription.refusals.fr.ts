import type { subscriptionRefusals } from './subscription.refusals.ts'

export const subscriptionRefusalTexts: Record<keyof typeof subscriptionRefusals, string> = {
  'subscription.not_offered': 'Cette offre n’est pas proposée à votre établissement',
  'subscription.already_subscribed': 'Vous êtes déjà abonné à cette offre',
  'subscription.session_id_required': "Aucun paiement n'a été trouvé",
  'subscription.payment_not_found': "Aucun paiement n'a été trouvé",
  'subscription.no_customer': 'Aucun abonnement payant n’a encore été souscrit',
  'subscription.payment_unavailable': 'Le paiement est momentanément indisponible, merci de réessayer',
}
