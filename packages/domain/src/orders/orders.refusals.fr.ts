import type { ordersRefusals } from './orders.refusals.ts'

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
