import { formatEuros } from '../kernel/french-format.ts'

type Pickup = { finalPickupDateTime: string | null; customerPickupDateTime: string }
type Basket = { finalOrderContent: string | null; customerOrderContent: string | null }

/** What was agreed, or else wished. */
export const pickupOf = (order: Pickup): string => order.finalPickupDateTime ?? order.customerPickupDateTime
export const basketOf = (order: Basket): string => order.finalOrderContent ?? order.customerOrderContent ?? ''

/** `12,50 €` of an amount in euros, as the wire has it. */
export const amountText = (euros: number): string => formatEuros(Math.round(euros * 100))
