import { absent, conflict, forbidden, invalid, type Refusals, upstream } from '../kernel/refusal.ts'

export const subscriptionRefusals = {
  'subscription.not_offered': forbidden('NOT_OFFERED', 'Cette offre n’est pas proposée à votre établissement'),
  'subscription.already_subscribed': conflict('ALREADY_SUBSCRIBED', 'Vous êtes déjà abonné à cette offre'),
  'subscription.session_id_required': invalid('SESSION_ID_REQUIRED', "Aucun paiement n'a été trouvé"),
  'subscription.payment_not_found': absent('PAYMENT_NOT_FOUND', "Aucun paiement n'a été trouvé"),
  'subscription.no_customer': absent('NO_CUSTOMER', 'Aucun abonnement payant n’a encore été souscrit'),
  'subscription.payment_unavailable': upstream(
    'PAYMENT_UNAVAILABLE',
    'Le paiement est momentanément indisponible, merci de réessayer',
  ),
} satisfies Refusals
