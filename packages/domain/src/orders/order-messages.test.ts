import { Temporal } from 'temporal-polyfill'
import { expect, test } from 'vitest'
import { cancelledOrderText, placedOrderText, validatedOrderText } from './order-messages.fr.ts'

const pickup = Temporal.Instant.from('2027-03-12T17:00:00Z')

test('O-020 the order message says what and when, and the coupon when there is one', () => {
  const order = { pickup, content: 'Deux baguettes', coupon: '', minOrderCents: 0, maxTotalCents: null }
  expect(placedOrderText(order)).toBe('Commande pour le 12 mars 2027 à 18:00\n\nDeux baguettes')
  expect(placedOrderText({ ...order, coupon: '-10 %' })).toContain('\n\nCode promo : -10 %')
})

test('O-012 O-013 the decision says the final content, time and total, or the reason', () => {
  const text = validatedOrderText({ pickup, content: 'Un flan', totalCents: 1250 })
  for (const part of ['12 mars 2027 à 18:00', 'Un flan', '12,50']) expect(text).toContain(part)
  expect(cancelledOrderText('Plus de farine', 'Un flan')).toContain('Raison : Plus de farine')
})
