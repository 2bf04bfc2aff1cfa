import type { Temporal } from 'temporal-polyfill'
import type { FieldErrors } from '../kernel/field-errors.ts'
import { readEuros } from '../kernel/money.ts'
import { readDateTime } from '../kernel/paris-time.ts'
import { countCharacters } from '../kernel/text.ts'
import type { OrderFieldKey } from './orders.field-texts.fr.ts'

/** An order decision as typed or received, texts cleaned; names of the wire. */
export type TypedValidation = { pickupDateTime: string; orderContent: string; total: string | number }

export type OrderValidation = { pickup: Temporal.Instant; content: string; totalCents: number }

/** Date, time, content and price are required; the pickup from the current minute on; a price of 0 or more (O-008..O-010, AMB-109). */
export function checkValidation(typed: TypedValidation, now: Temporal.Instant): Checked<OrderValidation> {
  const pickup = readDateTime(typed.pickupDateTime)
  const totalCents = readEuros(String(typed.total))
  const errors = collect([
    ['pickupDateTime', checkPickup(typed.pickupDateTime, now)],
    ['orderContent', checkText(typed.orderContent)],
    [
      'total',
      String(typed.total).trim() === '' ? 'order_required_error' : totalCents === undefined ? 'price_error' : undefined,
    ],
  ])
  if (Object.keys(errors).length > 0 || !pickup || totalCents === undefined) return { errors }
  return { errors, value: { pickup, content: typed.orderContent, totalCents } }
}

/** A reason is required (O-014). */
export function checkCancellation(typed: { cancelMessage: string }): FieldErrors {
  return collect([
    ['cancelMessage', typed.cancelMessage === '' ? 'cancel_reason_error' : checkText(typed.cancelMessage)],
  ])
}

export type TypedOrder = {
  pickupDateTime: string
  orderContent: string
  couponMessage?: string
  minOrder?: string | number
}

export type NewOrder = { pickup: Temporal.Instant; content: string; coupon: string; minOrderCents: number }

/** A resident's order: pickup from the current minute on, a content; the least amount is 0 when empty (O-007, O-020). */
export function checkNewOrder(typed: TypedOrder, now: Temporal.Instant): Checked<NewOrder> {
  const pickup = readDateTime(typed.pickupDateTime)
  const minOrder = String(typed.minOrder ?? '').trim()
  const minOrderCents = minOrder === '' ? 0 : readEuros(minOrder)
  const coupon = typed.couponMessage ?? ''
  const errors = collect([
    ['pickupDateTime', checkPickup(typed.pickupDateTime, now)],
    ['orderContent', checkText(typed.orderContent)],
    ['couponMessage', coupon === '' ? undefined : checkText(coupon)],
    ['minOrder', minOrderCents === undefined ? 'price_error' : undefined],
  ])
  if (Object.keys(errors).length > 0 || !pickup || minOrderCents === undefined) return { errors }
  return { errors, value: { pickup, content: typed.orderContent, coupon, minOrderCents } }
}

/** A total under the least amount is only a warning (AMB-109). */
export function isBelowMinimum(order: { totalCents: number; minOrderCents: number }): boolean {
  return order.totalCents < order.minOrderCents
}

/** The coupon exists when its message is not empty (O-006). */
export function hasCoupon(couponMessage: string | null): boolean {
  return (couponMessage ?? '').trim() !== ''
}

/** `value` is there when there is no error. */
export type Checked<T> = { errors: FieldErrors; value?: T }

const longestText = 5000

function checkPickup(text: string, now: Temporal.Instant): OrderFieldKey | undefined {
  if (text.trim() === '') return 'order_required_error'
  const pickup = readDateTime(text)
  const currentMinute = Math.floor(now.epochMilliseconds / 60_000) * 60_000
  return pickup && pickup.epochMilliseconds >= currentMinute ? undefined : 'pickup_date_error'
}

function checkText(text: string): OrderFieldKey | undefined {
  if (text.trim() === '') return 'order_required_error'
  return countCharacters(text) > longestText ? 'order_text_error' : undefined
}

function collect(found: readonly [string, OrderFieldKey | undefined][]): FieldErrors {
  const errors: FieldErrors = {}
  for (const [field, key] of found) if (key) errors[field] = key
  return errors
}
