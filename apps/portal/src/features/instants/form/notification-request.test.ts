import { expect, test } from 'vitest'
import { notificationRequest } from './notification-request.ts'

const none = { notifyQuick: false, notificationDate: '' }

test('I-039 « Non » sends no date', () => {
  expect(notificationRequest(none, 'none', '')).toEqual({ notificationDate: undefined })
})

test('I-040 I-051 « Oui » sends no date of this computer: the server counts the five minutes', () => {
  expect(notificationRequest(none, 'quick', '')).toEqual({ quickNotification: true })
  expect(notificationRequest({ ...none, notifyQuick: true }, undefined, '')).toEqual({ quickNotification: true })
})

test('I-041 I-046 a date to come is left alone, sent when changed, CLEAR when emptied', () => {
  const pending = '2027-03-12 18:00'
  const sent = (notificationDate: string) => notificationRequest({ ...none, notificationDate }, undefined, pending)
  expect(sent(pending)).toEqual({ notificationDate: undefined })
  expect(sent('2027-03-12 19:00')).toEqual({ notificationDate: '2027-03-12 19:00' })
  expect(notificationRequest(none, 'none', pending)).toEqual({ notificationDate: 'CLEAR' })
})
