import type { ordersRefusals } from './orders.refusals.ts'

export const ordersRefusalTexts: Record<keyof typeof ordersRefusals, string> = {
  'orders.not_allowed': "Vous n'êtes pas autorisé à modifier cette commande",
  'orders.not_found': "Cette commande n'existe pas",
  'orders.already_processed': 'Cette commande a déjà été traitée',
  'orders.cac_not_available': 'Cet établissement ne prend pas de commande en ligne',
}
