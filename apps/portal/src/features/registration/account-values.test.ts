import { readPrefill } from '@parvis/domain/registration/prefill'
import { expect, test } from 'vitest'
import { ApiError } from '../../lib/api-error.ts'
import { firstAccountValues } from './account-values.ts'
import { withSlashes } from './birth-date-field.tsx'
import { citiesLike } from './city-choice.tsx'
import {
  accountCodeFailure,
  accountSessionFailure,
  checkAccountCode,
  lookupFailure,
  profileFailure,
  registrationFailure,
} from './register-account.ts'

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

const answered = (status: number) => new ApiError({ status, code: 'X', message: 'Y' })

test('R-072 R-073 R-074 what sending the code answers is said in the quoted words', () => {
  expect(accountCodeFailure(answered(400)).text).toBe('Merci de vérifier votre numéro de téléphone')
  expect(accountCodeFailure(answered(403)).text).toBe('Votre accès est bloqué, merci de contacter notre équipe')
  expect(accountCodeFailure(answered(500)).text).toBe('Une erreur est survenue, merci de vérifier vos données')
  expect(accountCodeFailure(answered(429)).text).toBe('Trop de tentatives, merci de contacter l’équipe')
})

test('R-075 a phone refused by the profile asks to verify it', () => {
  expect(profileFailure(answered(422)).text).toBe('Merci de vérifier votre numéro de téléphone')
})

test('R-076 R-077 registration says to reload on 409 only', () => {
  expect(registrationFailure(answered(409))).toEqual({
    key: 'reload_page',
    text: 'Une erreur est survenue, merci de recharger la page',
  })
  expect(registrationFailure(answered(500)).text).toBe(
    'Une erreur est survenue, merci de vérifier vos donner et rééssayer',
  )
})

test('R-055 R-056 R-057 the lookup has three answers', () => {
  expect(lookupFailure(answered(409)).text).toBe('Ce numéro RNA ou SIREN/SIRET est déjà utilisé')
  expect(lookupFailure(answered(400)).text).toBe('Numéro RNA ou SIRET invalide')
  expect(lookupFailure(answered(500)).text).toBe('Une erreur est survenue, merci de vérifier vos données')
})

test('R-028 the code: empty, too short, wrong, blocked', () => {
  expect(checkAccountCode('')?.text).toBe('Merci de saisir le code reçu par SMS')
  expect(checkAccountCode('123')?.text).toBe('Le code doit contenir 5 caractères')
  expect(checkAccountCode('12345')).toBeUndefined()
  expect(accountSessionFailure(answered(400)).text).toBe('Merci de saisir un code valide')
  expect(accountSessionFailure(answered(403)).text).toBe('Votre accès est bloqué, merci de contacter notre équipe')
})

test('R-072 a server that was not reached blames the network, not what was typed', () => {
  const lost = new ApiError({ status: 0, code: 'UNREACHABLE', message: 'Connexion impossible.' })
  expect(registrationFailure(lost)).toEqual({ key: 'unreachable', text: 'Connexion impossible.' })
})

test('R-023 the slashes of a birth date come by themselves', () => {
  expect(['3', '31', '31/1', '31/12', '31/12/1990', '31121990'].map(withSlashes)).toEqual([
    '3',
    '31/',
    '31/1',
    '31/12/',
    '31/12/1990',
    '31/12/1990',
  ])
})

test.each(['22/11/1980', '22.11.1980', '22 11 1980', '22-11-1980', '22111980'])(
  'R-063 R-023 %s typed one character after the other is 22/11/1980',
  (typed) => {
    expect([...typed].reduce((shown, character) => withSlashes(shown + character), '')).toBe('22/11/1980')
  },
)

test('R-023 another way of writing is left as typed', () => {
  expect(['1/2/1990', '1990-12-31', '31 12 1990'].map(withSlashes)).toEqual(['1/2/1990', '1990-12-31', '31 12 1990'])
})

const foundCities = [
  { name: 'Paris 15e', zip: '75015' },
  { name: 'Clichy', zip: '92110' },
  { name: 'Clichy-sous-Bois', zip: '93390' },
  { name: 'Épinay-sur-Seine', zip: '93800' },
]

test('R-065 a city is found by its name, accents ignored, or by its zip', () => {
  expect(citiesLike(foundCities, 'clich').map(({ zip }) => zip)).toEqual(['92110', '93390'])
  expect(citiesLike(foundCities, '92110').map(({ name }) => name)).toEqual(['Clichy'])
  expect(citiesLike(foundCities, 'epinay')).toHaveLength(1)
  expect(citiesLike(foundCities, 'bois').map(({ zip }) => zip)).toEqual(['93390'])
})

test('R-071 nothing typed keeps the order of the list', () => {
  expect(citiesLike(foundCities, '')).toEqual(foundCities)
})
