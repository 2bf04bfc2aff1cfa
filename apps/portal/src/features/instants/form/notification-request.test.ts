import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '../../../lib/api-error.ts'
import { notificationRequest, withFreshDate } from './notification-request.ts'

beforeEach(() => vi.useFakeTimers({ now: new Date('2027-03-12T10:00:40+01:00') }))
afterEach(() => vi.useRealTimers())

const none = { notifyQuick: false, notificationDate: '' }

test('I-039 « Non » sends no date', () => {
  expect(notificationRequest(none, 'none', '')).toBeUndefined()
})

test('I-040 I-051 I-052 « Oui » at 10:00 asks for 10:05, in Paris', () => {
  expect(notificationRequest(none, 'quick', '')).toBe('2027-03-12 10:05')
  expect(notificationRequest({ ...none, notifyQuick: true }, undefined, '')).toBe('2027-03-12 10:05')
})

test('I-041 I-046 a date to come is left alone, sent when changed, CLEAR when emptied', () => {
  const pending = '2027-03-12 18:00'
  expect(notificationRequest({ ...none, notificationDate: pending }, undefined, pending)).toBeUndefined()
  expect(notificationRequest({ ...none, notificationDate: '2027-03-12 19:00' }, undefined, pending)).toBe(
    '2027-03-12 19:00',
  )
  expect(notificationRequest(none, 'none', pending)).toBe('CLEAR')
})

test('AMB-81 a draft keeps its date while it is to come', () => {
  expect(notificationRequest(none, 'quick', '', '2027-03-12 10:03')).toBe('2027-03-12 10:03')
  expect(notificationRequest(none, 'quick', '', '2027-03-12 10:00')).toBe('2027-03-12 10:05')
})

test('I-050 a quick date that a slow sending made too near is counted anew, once', async () => {
  const fields = { notificationDate: 'notification_date_error' }
  const tooNear = new ApiError({ status: 400, code: 'VALIDATION', message: '', fields })
  const send = vi.fn().mockRejectedValueOnce(tooNear).mockResolvedValueOnce(7)
  await expect(withFreshDate(true, send)).resolves.toBe(7)
  await expect(withFreshDate(false, () => Promise.reject(tooNear))).rejects.toBe(tooNear)
})
