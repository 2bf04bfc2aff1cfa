import { expect, test } from 'vitest'
import { ApiError } from '../../lib/api-error.ts'
import {
  accountCodeFailure,
  accountSessionFailure,
  checkAccountCode,
  lookupFailure,
  profileFailure,
  registrationFailure,
} from './account-failures.ts'

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

test('a server that was not reached blames the network, not what was typed', () => {
  const lost = new ApiError({ status: 0, code: 'UNREACHABLE', message: 'Connexion impossible.' })
  expect(registrationFailure(lost)).toEqual({ key: 'unreachable', text: 'Connexion impossible.' })
})
