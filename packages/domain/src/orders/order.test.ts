import { Temporal } from 'temporal-polyfill'
import { expect, test } from 'vitest'
import { writeParisIso } from '../kernel/paris-time.ts'
import { checkCancellation, checkNewOrder, checkValidation, hasCoupon, isBelowMinimum } from './order.ts'

const now = Temporal.Instant.from('2027-03-12T12:00:30Z')
const baguettes = { pickupDateTime: '2027-03-12 18:00', orderContent: '2 baguettes', total: '2,40' }
const errorsOf = (changes: Partial<typeof baguettes>) => checkValidation({ ...baguettes, ...changes }, now).errors

test('O-011 a good validation is read', () => {
  const { errors, value } = checkValidation(baguettes, now)
  expect(errors).toEqual({})
  expect(value && [writeParisIso(value.pickup), value.content, value.totalCents]).toEqual([
    '2027-03-12T18:00:00+01:00',
    '2 baguettes',
    240,
  ])
})

test.each(['pickupDateTime', 'orderContent', 'total'] as const)('O-008 %s is required', (field) => {
  expect(errorsOf({ [field]: ' ' })).toEqual({ [field]: 'order_required_error' })
  expect(checkValidation({ ...baguettes, [field]: '' }, now).value).toBeUndefined()
})

test('O-005 O-009 the pickup is valid, from the current minute on, whatever its zone', () => {
  const pickup = (pickupDateTime: string) => errorsOf({ pickupDateTime })
  expect(pickup('2027-03-12 13:00')).toEqual({})
  expect(pickup('2027-03-12T12:00:00Z')).toEqual({})
  for (const past of ['2027-03-12 12:59', '2027-03-11 18:00', '2027-02-31 18:00', 'demain']) {
    expect(pickup(past)).toEqual({ pickupDateTime: 'pickup_date_error' })
  }
})

test('O-010 the price is a number, comma or point', () => {
  for (const total of ['12,50', '12.5', '0']) expect(errorsOf({ total })).toEqual({})
  for (const total of ['abc', '-1', '1,234', 'NaN']) expect(errorsOf({ total })).toEqual({ total: 'price_error' })
  expect(checkValidation({ ...baguettes, total: 12.5 }, now).value?.totalCents).toBe(1250)
})

test('O-014 a cancellation needs its reason', () => {
  expect(checkCancellation({ cancelMessage: '' })).toEqual({ cancelMessage: 'cancel_reason_error' })
  expect(checkCancellation({ cancelMessage: 'Plus de pain' })).toEqual({})
  expect(checkCancellation({ cancelMessage: 'a'.repeat(5001) })).toEqual({ cancelMessage: 'order_text_error' })
})

test('O-007 the least amount is 0 when empty', () => {
  const order = { pickupDateTime: '2027-03-12 18:00', orderContent: 'Pain' }
  expect(checkNewOrder(order, now).value).toMatchObject({ minOrderCents: 0, coupon: '' })
  expect(checkNewOrder({ ...order, minOrder: '' }, now).value?.minOrderCents).toBe(0)
  expect(checkNewOrder({ ...order, minOrder: 15 }, now).value?.minOrderCents).toBe(1500)
  expect(checkNewOrder({ ...order, minOrder: 'x' }, now).errors).toEqual({ minOrder: 'price_error' })
  expect(Object.keys(checkNewOrder({ pickupDateTime: '', orderContent: '' }, now).errors)).toHaveLength(2)
})

test('O-006 there is a coupon when its message is not empty', () => {
  expect(['-10%', '', ' ', null].map(hasCoupon)).toEqual([true, false, false, false])
})

test('a total under the least amount is noticed (AMB-109)', () => {
  expect(isBelowMinimum({ totalCents: 1499, minOrderCents: 1500 })).toBe(true)
  expect(isBelowMinimum({ totalCents: 1500, minOrderCents: 1500 })).toBe(false)
})
