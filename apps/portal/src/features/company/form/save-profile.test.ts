import { expect, test } from 'vitest'
import { ApiError } from '../../../lib/api-error.ts'
import { asFormFailure } from './save-profile.ts'

const answered = (status: number, parts: Partial<ApiError> = {}) =>
  asFormFailure(new ApiError({ status, code: 'X', message: 'Y', ...parts }))

test('E-073 a file too large has its own message', () => {
  expect(answered(415)).toMatchObject({
    code: 'over_sized_image_error',
    message: "L'image est trop volumineuse (10 Mo maximum)",
  })
  expect(answered(415, { code: 'unreadable_image' }).code).toBe('unreadable_image')
})

test('E-074 what is badly written says so, or what the server says of its first field', () => {
  expect(answered(404)).toMatchObject({
    code: 'data_format_error',
    message: 'Certaines données sont invalides, merci de les vérifier',
  })
  expect(answered(404, { fields: { name: 'business_name_format_error' } }).message).toBe('Y')
})

test('E-075 anything else is the server’s fault', () => {
  expect(answered(500)).toMatchObject({
    code: 'server_error',
    message: 'Une erreur est survenue, merci de vérifier vos données',
  })
})

test('a taken subdomain and a lost network keep their own words', () => {
  expect(answered(409, { code: 'SUBDOMAIN_TAKEN' }).code).toBe('SUBDOMAIN_TAKEN')
  expect(answered(0).message).toBe('Y')
})
