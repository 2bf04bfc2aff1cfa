import type { Refusals } from '../kernel/refusal.ts'

export const ordersRefusals = {
  'orders.not_allowed': { kind: 'unauthenticated', code: 'ORDER_NOT_ALLOWED' },
  'orders.not_found': { kind: 'not-found', code: 'ORDER_NOT_FOUND' },
  'orders.code_unknown': { kind: 'not-found', code: 'CODE_UNKNOWN' },
  'orders.already_processed': { kind: 'conflict', code: 'ORDER_ALREADY_PROCESSED' },
  'orders.changed': { kind: 'conflict', code: 'ORDER_CHANGED' },
  'orders.slot_full': { kind: 'conflict', code: 'SLOT_FULL' },
  'orders.too_late': { kind: 'conflict', code: 'TOO_LATE' },
  'orders.undo_too_late': { kind: 'conflict', code: 'UNDO_TOO_LATE' },
  'orders.newer_version': { kind: 'conflict', code: 'NEWER_VERSION' },
  'orders.cac_not_available': { kind: 'forbidden', code: 'CAC_NOT_AVAILABLE' },
  'orders.paused': { kind: 'forbidden', code: 'ORDERS_PAUSED' },
  'orders.limit': { kind: 'forbidden', code: 'ORDER_LIMIT' },
} as const satisfies Refusals

export const ordersRefusalTexts: Record<keyof typeof ordersRefusals, string> = {
  'orders.not_allowed': "Vous n'êtes pas autorisé à modifier cette commande",
  'orders.not_found': "Cette commande n'existe pas",
  'orders.code_unknown': 'Aucune commande en cours ne porte ce code.',
  'orders.already_processed': 'Cette commande a déjà été traitée',
  'orders.changed': 'Cette proposition a changé. Voici la nouvelle.',
  'orders.slot_full': 'Ce créneau vient d’être pris.',
  'orders.too_late': 'Il est trop tard pour annuler ici. Écrivez au commerce ou appelez-le.',
  'orders.undo_too_late': 'Une minute a passé\u00A0: cette étape ne s’annule plus.',
  'orders.newer_version': 'Modifié sur un autre appareil. Rien n’a été enregistré.',
  'orders.cac_not_available': 'Cet établissement ne prend pas de commande en ligne',
  'orders.paused': 'Ce commerce ne prend pas de commande pour le moment.',
  'orders.limit': 'Vous avez déjà trois commandes en cours ce jour-là dans ce commerce.',
}

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
