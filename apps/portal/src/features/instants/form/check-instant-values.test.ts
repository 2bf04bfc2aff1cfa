import { expect, test } from 'vitest'
import { addressKeyOf } from '../../../lib/use-address-lookup.ts'
import { instantBody, notificationRequest } from './check-instant-values.ts'
import type { InstantValues } from './instant-values.ts'

const silent = { notificationDate: undefined }
const place = { streetAddress: '12 Rue de Paris', city: 'Clichy', zipCode: '92110' }
const values: InstantValues = {
  ...place,
  position: { latitude: 48.9, longitude: 2.3, of: addressKeyOf({ ...place, address: place.streetAddress }) },
  title: 'Fournée du soir',
  shortDescription: 'Pain chaud',
  longDescription: 'Pain chaud à 17 h',
  category: 'gift',
  picture: null,
  tab: 'fixed',
  recurrent: [],
  fixed: null,
  notificationDate: '',
  notifyQuick: false,
  version: '',
}

test('I-077 the zip travels as a number, the point beside its address', () => {
  expect(instantBody(values, 'c', silent)).toMatchObject({ zipCode: 92_110, latitude: 48.9, longitude: 2.3 })
})

test('I-078 the point of a former address is not sent with the new one, whichever part was changed', () => {
  for (const change of [{ streetAddress: '3 Place du Marché' }, { city: 'Courbevoie' }, { zipCode: '92400' }]) {
    const body = instantBody({ ...values, ...change }, 'c', silent)
    expect(body).not.toHaveProperty('latitude')
    expect(body).not.toHaveProperty('longitude')
  }
})

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
