import { absent, conflict, forbidden, type Refusals, unauthenticated } from '../kernel/refusal.ts'

export const ordersRefusals = {
  'orders.not_allowed': unauthenticated('ORDER_NOT_ALLOWED', "Vous n'êtes pas autorisé à modifier cette commande"),
  'orders.not_found': absent('ORDER_NOT_FOUND', "Cette commande n'existe pas"),
  'orders.code_unknown': absent('CODE_UNKNOWN', 'Aucune commande en cours ne porte ce code.'),
  'orders.already_processed': conflict('ORDER_ALREADY_PROCESSED', 'Cette commande a déjà été traitée'),
  'orders.changed': conflict('ORDER_CHANGED', 'Cette proposition a changé. Voici la nouvelle.'),
  'orders.slot_full': conflict('SLOT_FULL', 'Ce créneau vient d’être pris.'),
  'orders.too_late': conflict('TOO_LATE', 'Il est trop tard pour annuler ici. Écrivez au commerce ou appelez-le.'),
  'orders.undo_too_late': conflict('UNDO_TOO_LATE', 'Une minute a passé\u00A0: cette étape ne s’annule plus.'),
  'orders.newer_version': conflict('NEWER_VERSION', 'Modifié sur un autre appareil. Rien n’a été enregistré.'),
  'orders.cac_not_available': forbidden('CAC_NOT_AVAILABLE', 'Cet établissement ne prend pas de commande en ligne'),
  'orders.paused': forbidden('ORDERS_PAUSED', 'Ce commerce ne prend pas de commande pour le moment.'),
  'orders.limit': forbidden('ORDER_LIMIT', 'Vous avez déjà trois commandes en cours ce jour-là dans ce commerce.'),
} satisfies Refusals

/** French sentences of the orders' field keys. */
export const ordersFieldTexts = {
  order_required_error: 'Veuillez remplir tous les champs',
  pickup_date_error: 'La date de retrait doit être valide et ne peut pas être passée',
  price_error: 'Le prix doit être un nombre, par exemple 12,50',
  order_text_error: 'Ce texte est trop long (5 000 caractères maximum)',
  cancel_reason_error: 'Indiquez la raison en quelques mots',
  pickup_slot_error: 'Ce n’est pas un créneau libre',
  pause_end_error: 'La fin doit être à venir, et au plus tard à la fermeture du prochain jour d’ouverture',
  answer_end_error: 'L’heure limite de réponse doit être à venir et précéder le retrait',
  customer_name_error: 'Ce prénom est trop long (50 caractères maximum)',
  order_picture_error: 'Ce commerce ne demande pas de photo',
  preparation_error: 'La préparation va de 0 à 1 440 minutes',
  horizon_error: 'De 1 à 60 jours proposés',
  capacity_error: 'De 1 à 99 commandes par quart d’heure, ou rien',
  cut_off_error: 'L’heure limite est de la forme 18:00',
  alert_minutes_error: 'Le rappel vient après 5, 10, 20 ou 30 minutes',
  instruction_error: 'Cette consigne est trop longue (200 caractères maximum)',
  reasons_error: 'Huit motifs au plus, de 200 caractères au plus',
  minimum_error: 'Le minimum est un montant, par exemple 12,50',
} as const satisfies Record<string, string>

/** Said to a resident who chose no hour, where others are asked to fill every field. */
export const firstNameMissing = 'Indiquez votre prénom, deux lettres au moins'

export const pickupMissing = 'Choisissez le jour et l’heure du retrait'

export type OrderFieldKey = keyof typeof ordersFieldTexts
