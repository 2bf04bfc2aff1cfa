import { expect, test } from 'vitest'
import { ApiError } from '../../../lib/api-error.ts'
import type { Company } from '../../../lib/session.ts'
import { checkProfileValues, isOfFirstRule, profileErrorText, shownErrors } from './check-profile-values.ts'
import { bodyOf, filesOf, type ProfileValues, profileValuesOf } from './profile-values.ts'
import { asFormFailure } from './save-profile.ts'

const company: Company = {
  companyId: 'a',
  name: 'Le Fournil',
  type: 'commerce',
  category: 'boulangerie',
  categoryLabel: 'Boulangerie',
  siren: '73282932000074',
  suspension: null,
  publicUrl: null,
  siteUrl: null,
  customDomain: null,
  subscription: {
    membership: 'premium',
    allowedInstant: -1,
    allowedConversation: -1,
    allowedNotificationPerInstant: -1,
    allowedBroadcast: -1,
    hasSubdomain: true,
    hasClickAndCollect: true,
  },
  address: '12 Rue de Paris',
  zipCode: '92110',
  city: 'Clichy',
  longitude: 2.3,
  latitude: 48.9,
  coverImage: null,
  profileImage: '/p.jpg',
  description: '<p>Du pain au levain, cuit sur place.</p>',
  website: 'https://fournil.fr',
  email: 'a@b.fr',
  phoneNumber: '+33145678901',
  followersCount: 0,
  hoursVersion: 1,
  openHours: [{ id: 3, type: 'all_days', startTime: '09:00', endTime: '18:00', enabled: true }],
  premiumSubdomain: 'fournil',
  cacActive: false,
  cacDescription: '',
  cacImagesPath: [{ rank: 2, url: '/c2.jpg' }],
  identityStatus: 'pending',
  isSpecial: false,
}
const check = (changes: Partial<ProfileValues>, of: Company = company) =>
  checkProfileValues({ ...profileValuesOf(of), ...changes }, { company: of, isAddressByHand: false })

test('E-001 what is stored is right as it is', () => {
  expect(check({})).toEqual({})
})

test('W-015 a name that was given before it was reserved stays right, a new one is not given', () => {
  expect(check({}, { ...company, premiumSubdomain: 'blog' })).toEqual({})
  expect(check({ premium_subdomain: 'blog' })).toEqual({ premium_subdomain: 'subdomain_reserved' })
  expect(check({ premium_subdomain: 'villes' })).toEqual({ premium_subdomain: 'subdomain_reserved' })
})

test('E-028 name and zip broken together: the name is the first rule', () => {
  expect(Object.entries(check({ name: 'Ab', zipCode: '7500' }))).toEqual([
    ['name', 'business_name_format_error'],
    ['zipCode', 'zipCode_format_error'],
  ])
  expect(isOfFirstRule('zipCode_format_error', 'business_name_format_error')).toBe(false)
})

test('E-028 one message is shown, the other wrong field is only marked', () => {
  const keys = check({ name: 'Ab', zipCode: '7500' })
  const errors = Object.fromEntries(
    Object.entries(keys).map(([field, key]) => [
      field,
      { key, text: profileErrorText(key, field, profileValuesOf(company)) },
    ]),
  )
  const { message, fields } = shownErrors(errors, profileValuesOf(company))
  expect(message).toEqual({ key: 'business_name_format_error', text: 'Le nom doit contenir au moins 3 caractères' })
  expect(fields.zipCode?.text).toBe('À vérifier aussi')
})

test('E-061 an address typed without choosing is refused, one chosen or typed by hand is not', () => {
  expect(check({ address: '14 Rue de Paris' })).toEqual({ address: 'address_format_error' })
  expect(check({ address: '14 Rue de Paris', chosenAddress: '14 Rue de Paris' })).toEqual({})
  const typed = { ...profileValuesOf(company), address: '14 Rue de Paris' }
  expect(checkProfileValues(typed, { company, isAddressByHand: true })).toEqual({})
})

test('E-061 a whole address that was not chosen is asked to be chosen, nothing is said of its length', () => {
  const textOf = (address: string) =>
    profileErrorText('address_format_error', 'address', { ...profileValuesOf(company), address })
  expect(textOf('99 rue inconnue')).toBe('Choisissez votre adresse dans la liste proposée.')
  expect(textOf('rue')).toMatch(/au moins 6 caractères\. Choisissez/)
})

test('E-045 R-067 four digits are told to be five, another zip to be none', () => {
  const textOf = (zipCode: string) =>
    profileErrorText('zipCode_format_error', 'zipCode', { ...profileValuesOf(company), zipCode })
  expect(textOf('7501')).toBe('Un code postal a 5 chiffres')
  expect(textOf('99000')).toBe('Le code postal est invalide')
})

test('E-039 E-040 an emptied e-mail or website breaks its format, an emptied phone nothing', () => {
  expect(check({ email: '' })).toEqual({ email: 'email_format_error' })
  expect(check({ website: '' })).toEqual({ website: 'site_format_error' })
  expect(check({ website: '', noWebsite: true })).toEqual({})
  expect(check({ phoneNumber: '' })).toEqual({})
})

test('R-083 R-085 R-086 registration asks for both sides of the card, from the top of the page down', () => {
  const registering: Company = { ...company, category: null, profileImage: null, identityStatus: 'missing' }
  const keys = check({ category: 'boulangerie' }, registering)
  expect(Object.keys(keys)).toEqual(['coverImage', 'profileImage', 'id-card-front', 'id-card-back'])
  expect(new Set(Object.values(keys))).toEqual(new Set(['required_data_error']))
})

test('E-008 E-052 E-055 the body: no subdomain once off, no website once ticked, a phone without spaces', () => {
  const values = { ...profileValuesOf(company), hasSubdomain: false, noWebsite: true, phoneNumber: '01 45 67 89 01' }
  expect(bodyOf(values, company)).toMatchObject({ premium_subdomain: '', website: '', phoneNumber: '0145678901' })
})

test('E-063 the point of the address is sent; that of a former address is left for the server to find', () => {
  const { latitude, longitude } = company
  expect(bodyOf(profileValuesOf(company), company)).toMatchObject({ latitude, longitude })
  const moved = bodyOf({ ...profileValuesOf(company), address: '5 Rue Villeneuve' }, company)
  expect(moved).not.toHaveProperty('latitude')
  expect(moved).not.toHaveProperty('longitude')
  expect(bodyOf({ ...profileValuesOf(company), position: null }, company)).toMatchObject({
    latitude: '',
    longitude: '',
  })
})

test('E-077 E-078 hours keep their id, a replaced slot and a deleted one are named with one file', () => {
  const picture = new Blob(['x'])
  const values = profileValuesOf(company)
  values.cacImages = values.cacImages.map((slot) => {
    if (slot.rank === 1) return { ...slot, picture }
    return slot.rank === 2 ? { ...slot, isRemoved: true } : slot
  })
  expect(bodyOf(values, company)).toMatchObject({
    openingHours: [{ id: 3, daytype: 'all_days', startTime: '09:00', endTime: '18:00', enabled: true }],
    cacReferences: [
      { rank: 1, action: 'UPDATE' },
      { rank: 2, action: 'DELETE' },
    ],
  })
  expect(filesOf(values, company)['cacImages[]']).toEqual([picture])
})

test('R-101 identity documents are sent by registration only', () => {
  expect(filesOf(profileValuesOf(company), company)).not.toHaveProperty('id-card-front')
  expect(filesOf(profileValuesOf(company), { ...company, category: null })).toHaveProperty('id-card-front')
})

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

test('E-073 E-075 U-015 a taken subdomain, a lost network and a lowered role keep their own sentences', () => {
  expect(answered(409, { code: 'SUBDOMAIN_TAKEN' }).code).toBe('SUBDOMAIN_TAKEN')
  expect(answered(0).message).toBe('Y')
  expect(answered(403, { code: 'ROLE_FORBIDDEN' }).message).toBe('Y')
})
