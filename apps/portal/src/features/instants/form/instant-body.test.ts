import { expect, test } from 'vitest'
import { addressKeyOf } from '../../../lib/address-key.ts'
import { instantBody } from './instant-body.ts'
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

test('the zip travels as a number, the point beside its address', () => {
  expect(instantBody(values, 'c', silent)).toMatchObject({ zipCode: 92_110, latitude: 48.9, longitude: 2.3 })
})

test('the point of a former address is not sent with the new one, whichever part was changed', () => {
  for (const change of [{ streetAddress: '3 Place du Marché' }, { city: 'Courbevoie' }, { zipCode: '92400' }]) {
    const body = instantBody({ ...values, ...change }, 'c', silent)
    expect(body).not.toHaveProperty('latitude')
    expect(body).not.toHaveProperty('longitude')
  }
})
