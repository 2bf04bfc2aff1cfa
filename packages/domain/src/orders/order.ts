import type { Temporal } from 'temporal-polyfill'
import type { FieldErrors } from '../kernel/field-errors.ts'
import { hasErrors, wrongFields } from '../kernel/field-rules.ts'
import { readEuros } from '../kernel/french-format.ts'
import { readDateTime } from '../kernel/paris-time.ts'
import { countCharacters } from '../kernel/text.ts'
import type { OrderFieldKey } from './orders.refusals.fr.ts'

/** An order decision as typed or received, texts cleaned; names of the wire. */
export type TypedValidation = { pickupDateTime: string; orderContent: string; total: string | number }

export type OrderValidation = { pickup: Temporal.Instant; content: string; totalCents: number }

/** Date, time, content and price are required; the pickup from the current minute on; a price of 0 or more. */
export function checkValidation(typed: TypedValidation, now: Temporal.Instant): Checked<OrderValidation> {
  const pickup = readDateTime(typed.pickupDateTime)
  const totalCents = readEuros(String(typed.total))
  const errors = wrongFields<OrderFieldKey>([
    ['pickupDateTime', checkPickup(typed.pickupDateTime, now)],
    ['orderContent', checkText(typed.orderContent)],
    [
      'total',
      String(typed.total).trim() === '' ? 'order_required_error' : totalCents === undefined ? 'price_error' : undefined,
    ],
  ])
  if (hasErrors(errors) || !pickup || totalCents === undefined) return { errors }
  return { errors, value: { pickup, content: typed.orderContent, totalCents } }
}

export type TypedProposal = TypedValidation & { note?: string | undefined; expiresAt?: string | undefined }
export type OrderProposal = OrderValidation & { note: string; expiresAt: Temporal.Instant | undefined }

export const maxOrderNote = 500

/** As a validation, with a note of 500 characters at most, and a last hour to answer between now and the pick-up. */
export function checkProposal(typed: TypedProposal, now: Temporal.Instant): Checked<OrderProposal> {
  const { errors, value } = checkValidation(typed, now)
  const note = typed.note ?? ''
  const expiresAt = typed.expiresAt ? readDateTime(typed.expiresAt) : undefined
  const isInTime = !typed.expiresAt || (value && expiresAt && isBetween(expiresAt, now, value.pickup))
  const more = wrongFields<OrderFieldKey>([
    ['note', countCharacters(note) > maxOrderNote ? 'order_text_error' : undefined],
    ['expiresAt', isInTime ? undefined : 'answer_end_error'],
  ])
  if (!value || hasErrors(more)) return { errors: { ...errors, ...more } }
  return { errors, value: { ...value, note, expiresAt } }
}

const isBetween = (moment: Temporal.Instant, after: Temporal.Instant, last: Temporal.Instant): boolean =>
  moment.epochMilliseconds > after.epochMilliseconds && moment.epochMilliseconds <= last.epochMilliseconds

/** A shop that refuses a request (`cancelMessage`), or calls an accepted order off (`reason`), says why. */
export function checkOrderReason(field: 'cancelMessage' | 'reason', text: string): FieldErrors {
  return wrongFields<OrderFieldKey>([[field, text === '' ? 'cancel_reason_error' : checkText(text)]])
}

export type TypedOrder = {
  /** May be left out when a slot is named (time-and-orders.md 17.14). */
  pickupDateTime: string
  orderContent: string
  slot?: string | undefined
  couponMessage?: string | undefined
  minOrder?: string | number | undefined
  maxTotal?: string | number | undefined
}

export type NewOrder = {
  pickup: Temporal.Instant
  content: string
  coupon: string
  minOrderCents: number
  maxTotalCents: number | null
}

/** A resident's order: pickup from the current minute on, a content; the least amount is 0 when empty. */
export function checkNewOrder(typed: TypedOrder, now: Temporal.Instant): Checked<NewOrder> {
  const wished = typed.slot || typed.pickupDateTime
  const minOrderCents = readAmount(typed.minOrder, 0)
  const maxTotalCents = readAmount(typed.maxTotal, null)
  const coupon = typed.couponMessage ?? ''
  const errors = wrongFields<OrderFieldKey>([
    [typed.slot ? 'slot' : 'pickupDateTime', checkPickup(wished, now)],
    ['orderContent', checkText(typed.orderContent)],
    ['couponMessage', coupon === '' ? undefined : checkText(coupon)],
    ['minOrder', checkAmount(minOrderCents)],
    ['maxTotal', checkAmount(maxTotalCents)],
  ])
  const pickup = readDateTime(wished)
  if (hasErrors(errors) || !pickup) return { errors }
  const amounts = { minOrderCents: minOrderCents ?? 0, maxTotalCents: maxTotalCents ?? null }
  return { errors, value: { pickup, content: typed.orderContent, coupon, ...amounts } }
}

export type TypedCounterOrder = {
  customerName: string
  pickupDateTime: string
  orderContent: string
  total?: string | number | undefined
  note?: string | undefined
}

export const maxCustomerName = 50

/** An order taken at the counter or by telephone: a first name, a time, a content; its total may come later. */
export function checkCounterOrder(typed: TypedCounterOrder, now: Temporal.Instant) {
  const pickup = readDateTime(typed.pickupDateTime)
  const totalCents = readAmount(typed.total, null)
  const name = typed.customerName.trim()
  const errors = wrongFields<OrderFieldKey>([
    [
      'customerName',
      name === ''
        ? 'order_required_error'
        : countCharacters(name) > maxCustomerName
          ? 'customer_name_error'
          : undefined,
    ],
    ['pickupDateTime', checkPickup(typed.pickupDateTime, now)],
    ['orderContent', checkText(typed.orderContent)],
    ['total', totalCents === undefined ? 'price_error' : undefined],
    ['note', countCharacters(typed.note ?? '') > maxOrderNote ? 'order_text_error' : undefined],
  ])
  const value = pickup && totalCents !== undefined ? { name, pickup, totalCents } : undefined
  return { errors, value: hasErrors(errors) ? undefined : value }
}

/** With a ceiling, what was asked at its own time is agreed beforehand up to that amount. */
export function isAgreedBeforehand(
  asked: { pickup: number; content: string; maxTotalCents: number | null },
  { pickup, content, totalCents }: OrderValidation,
): boolean {
  if (asked.maxTotalCents === null || totalCents > asked.maxTotalCents) return false
  const minuteOf = (moment: number) => Math.floor(moment / 60_000)
  return minuteOf(asked.pickup) === minuteOf(pickup.epochMilliseconds) && asked.content.trim() === content.trim()
}

/** A total under the least amount is only a warning. */
export function isBelowMinimum(order: { totalCents: number; minOrderCents: number }): boolean {
  return order.totalCents < order.minOrderCents
}

/** The coupon exists when its message is not empty. */
export function hasCoupon(couponMessage: string | null): boolean {
  return (couponMessage ?? '').trim() !== ''
}

/** `value` is there when there is no error. */
export type Checked<T> = { errors: FieldErrors; value?: T }

const maxText = 5000

function readAmount<T>(typed: string | number | undefined, absent: T): number | T | undefined {
  const text = String(typed ?? '').trim()
  return text === '' ? absent : readEuros(text)
}

const checkAmount = (cents: number | null | undefined): OrderFieldKey | undefined =>
  cents === undefined ? 'price_error' : undefined

function checkPickup(text: string, now: Temporal.Instant): OrderFieldKey | undefined {
  if (text.trim() === '') return 'order_required_error'
  const pickup = readDateTime(text)
  const currentMinute = Math.floor(now.epochMilliseconds / 60_000) * 60_000
  return pickup && pickup.epochMilliseconds >= currentMinute ? undefined : 'pickup_date_error'
}

function checkText(text: string): OrderFieldKey | undefined {
  if (text.trim() === '') return 'order_required_error'
  return countCharacters(text) > maxText ? 'order_text_error' : undefined
}
