import type { OrderStatus } from './order.ts'

export const orderStatusTexts: Record<OrderStatus, string> = {
  pending: 'À valider',
  validated: 'Validée',
  cancelled: 'Annulée',
  ready: 'Prête',
  collected: 'Retirée',
  not_collected: 'Non retirée',
}
