import { formatEuros } from '../kernel/french-format.ts'
import type { OrderAnswer } from './orders.contract.ts'

/** What was agreed, or else wished. */
export const pickupOf = (order: OrderAnswer): string => order.finalPickupDateTime ?? order.customerPickupDateTime
export const contentOf = (order: OrderAnswer): string => order.finalOrderContent ?? order.customerOrderContent ?? ''

/** `12,50 €` of an amount in euros, as the wire has it. */
export const amountText = (euros: number): string => formatEuros(Math.round(euros * 100))
