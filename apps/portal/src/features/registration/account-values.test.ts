import { readPrefill } from '@parvis/domain/registration/prefill'
import { expect, test } from 'vitest'
import { firstAccountValues } from './account-values.ts'

const cities = [
  { name: 'Paris 15e', zip: '75015' },
  { name: 'Clichy', zip: '92110' },
]
const link = (query: string) => readPrefill(new URLSearchParams(query))

test('R-012 a zip of the list chooses its city, another one becomes « other city »', () => {
  expect(firstAccountValues([], link('userzipcode=75015'), cities)).toMatchObject({
    city: 'Paris 15e',
    zip_code: '75015',
    isOtherCity: false,
  })
  expect(firstAccountValues([], link('userzipcode=29200'), cities)).toMatchObject({
    zip_code: '29200',
    isOtherCity: true,
  })
})

test('R-009 R-010 R-011 R-013 R-014 the link fills the person and the business number', () => {
  const query = 'useremail=a@b.fr&userfirstname=Marie&username=Durand&userphone=0612345678&prosiret=73282932000074'
  expect(firstAccountValues([], link(query), cities)).toMatchObject({
    email: 'a@b.fr',
    first_name: 'Marie',
    last_name: 'Durand',
    phone_number: '0612345678',
    siren: '732 829 320 00074',
  })
})

test('R-011 a number with the prefix of the country is written as in France, another as it came', () => {
  const phoneOf = (phone: string) => firstAccountValues([{ phone_number: phone }], link(''), cities).phone_number
  expect(['+33612345678', '0612345678', '+44'].map(phoneOf)).toEqual(['06 12 34 56 78', '0612345678', '+44'])
})

test('R-020 NULL is ignored, and what was typed before wins over the link', () => {
  const values = firstAccountValues([{ email: 'typed@b.fr' }], link('useremail=a@b.fr&username=NULL'), cities)
  expect(values).toMatchObject({ email: 'typed@b.fr', last_name: '' })
})
