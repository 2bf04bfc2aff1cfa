import { expect, test } from 'vitest'
import { ApiError } from '../../lib/api-error.ts'
import { checkLoginPhone, checkSignInCode, phoneToSend, sendCodeFailure, startSessionFailure } from './use-login.ts'

const answered = (status: number) => new ApiError({ status, code: 'X', message: 'x' })

test('A-006 A-007 refuses an empty phone and the prefix alone', () => {
  for (const typed of ['', '   ', '+33', ' +33 ', '0033', '+']) {
    expect(checkLoginPhone(typed)?.text).toBe('Merci de saisir votre numéro de téléphone')
  }
})

test('A-011 A-035 a landline or a number cut short is told to be a mobile, before any call', () => {
  for (const typed of ['0145678901', '06', '061234567', '+3361234567']) {
    expect(checkLoginPhone(typed)).toEqual({
      key: 'phone_not_mobile',
      text: 'Saisissez un numéro de mobile\u00a0: 10 chiffres, en 06 ou en 07',
    })
  }
  for (const typed of ['06 12 34 56 78', '33612345678', '+33 7 12 34 56 78', '0033612345678']) {
    expect(checkLoginPhone(typed)).toBeUndefined()
  }
})

test('A-033 A-034 sends the phone without spaces, and with the + of an international number', () => {
  expect(phoneToSend('06 12 34 56 78')).toBe('0612345678')
  expect(phoneToSend('06.12-34\u00a056\u202f78')).toBe('0612345678')
  expect(phoneToSend('33612345678')).toBe('+33612345678')
  expect(phoneToSend('+33 6 12 34 56 78')).toBe('+33612345678')
})

test('A-013 A-014 tells an empty code from one of another length', () => {
  expect(checkSignInCode('')).toEqual({ key: 'code_empty', text: 'Merci de saisir le code reçu par SMS' })
  for (const code of ['1', '1234', '123456']) {
    expect(checkSignInCode(code)).toEqual({ key: 'code_length', text: 'Le code doit contenir 5 caractères' })
  }
  expect(checkSignInCode('12345')).toBeUndefined()
})

test('A-010 A-011 A-025 the phone step has one sentence per answer', () => {
  expect(sendCodeFailure(answered(403)).text).toBe('Votre accès est bloqué, merci de contacter notre équipe')
  expect(sendCodeFailure(answered(429)).text).toBe("Trop de tentatives, merci de contacter l'équipe")
  for (const status of [400, 404, 500, 503]) {
    expect(sendCodeFailure(answered(status)).text).toBe('Une erreur est survenue, merci de vérifier vos données')
  }
})

test('A-017 A-018 the code step: blocked, too many, or a code to correct', () => {
  expect(startSessionFailure(answered(403)).text).toBe('Votre accès est bloqué, merci de contacter notre équipe')
  expect(startSessionFailure(answered(429)).text).toBe("Trop de tentatives, merci de contacter l'équipe")
  for (const status of [400, 401, 500]) {
    expect(startSessionFailure(answered(status)).text).toBe('Merci de saisir un code valide')
  }
})
