import { frenchDateTime } from '../kernel/french-date.ts'
import { formatEuros } from '../kernel/money.ts'
import type { NewOrder, OrderValidation } from './order.ts'
import type { OrderStatus } from './order-states.ts'

/** The resident's message that places an order: what, when, and its coupon (api.md 8.25). */
export function placedOrderText({ pickup, content, coupon }: NewOrder): string {
  const lines = [`Commande pour le ${frenchDateTime(pickup)}`, '', content]
  return (coupon === '' ? lines : [...lines, '', `Code promo : ${coupon}`]).join('\n')
}

/** The company's message that accepts it: final content, time and total (api.md 8.25). */
export function validatedOrderText({ pickup, content, totalCents }: OrderValidation): string {
  return [
    'Votre commande est validée.',
    '',
    `Retrait : ${frenchDateTime(pickup)}`,
    `Commande : ${content}`,
    `Total : ${formatEuros(totalCents)}`,
  ].join('\n')
}

/** The company's message that refuses it, with the reason and what it was about. */
export function cancelledOrderText(reason: string, content: string): string {
  return ['Votre commande est annulée.', '', `Raison : ${reason}`, `Commande : ${content}`].join('\n')
}

export const stepTexts: Record<Extract<OrderStatus, 'ready' | 'collected' | 'not_collected'>, string> = {
  ready: 'Votre commande est prête, elle vous attend.',
  collected: 'Votre commande a été retirée. Merci de votre visite !',
  not_collected: 'Votre commande n’a pas été retirée.',
}
