import fc from 'fast-check'
import { expect, test } from 'vitest'
import { firstFieldError } from '../kernel/field-errors.ts'
import { companyProfileMessage } from './company.refusals.fr.ts'
import { checkCompanyProfile, isDescriptionTooShortToType } from './company-profile.ts'
import type { ProfileSituation, TypedProfile } from './required-fields.ts'

const monday = { dayType: 'all_mondays', startTime: '09:00', endTime: '18:00' }
const bakery: TypedProfile = {
  type: 'commerce',
  name: 'Aux Bons Pains',
  category: 'boulangerie',
  address: '12 rue de la Paix',
  city: 'Lyon',
  zipCode: '69001',
  description: '<p>Pain au levain</p>',
  openingHours: [monday],
  website: 'https://www.bons-pains.fr',
  email: 'contact@bons-pains.fr',
  phoneNumber: '0478901234',
}
const edit: ProfileSituation = {
  mode: 'edit',
  side: 'form',
  type: 'commerce',
  plan: { hasSubdomain: true, hasClickAndCollect: true },
  pictures: { profileImage: true, coverImage: true, idCardFront: true, idCardBack: true, cacImages: 0 },
}
const registration: ProfileSituation = { ...edit, mode: 'registration' }
const wire = (situation: ProfileSituation): ProfileSituation => ({ ...situation, side: 'wire' })
const check = (changes: TypedProfile, situation: ProfileSituation = edit) =>
  checkCompanyProfile({ ...bakery, ...changes }, situation)

test('R-084 E-029 a complete profile has no error, on both sides', () => {
  for (const situation of [edit, registration]) {
    expect(check({}, situation)).toEqual({})
    expect(check({}, wire(situation))).toEqual({})
  }
})

test.each(['name', 'category', 'address', 'city', 'zipCode', 'description'] as const)(
  'E-029 E-030 E-031 E-033 E-034 E-035 E-037 R-089..R-094 an empty %s is required, in registration and edition',
  (field) => {
    for (const situation of [edit, registration, wire(edit), wire(registration)]) {
      expect(check({ [field]: '' }, situation)).toEqual({ [field]: 'required_data_error' })
    }
    expect(check({ [field]: undefined }, wire(registration))).toEqual({ [field]: 'required_data_error' })
    expect(check({ [field]: undefined }, wire(edit))).toEqual({})
  },
)

test.each([
  ['id-card-front', 'idCardFront'],
  ['id-card-back', 'idCardBack'],
  ['coverImage', 'coverImage'],
] as const)('R-085 R-086 R-088 E-038 registration requires %s, edition does not', (field, picture) => {
  const pictures = { ...edit.pictures, [picture]: false }
  expect(check({}, { ...registration, pictures })).toEqual({ [field]: 'required_data_error' })
  expect(check({}, { ...edit, pictures })).toEqual({})
})

test('E-032 R-087 the profile image is required both times', () => {
  const pictures = { ...edit.pictures, profileImage: false }
  for (const situation of [edit, registration]) {
    expect(check({}, { ...situation, pictures })).toEqual({ profileImage: 'required_data_error' })
  }
})

test('R-095 R-096 R-097 the registration form requires e-mail, phone, and website unless the box is ticked', () => {
  expect(check({ email: '' }, registration)).toEqual({ email: 'required_data_error' })
  expect(check({ phoneNumber: '' }, registration)).toEqual({ phoneNumber: 'required_data_error' })
  expect(check({ website: '' }, registration)).toEqual({ website: 'required_data_error' })
  expect(check({ website: '' }, { ...registration, noWebsite: true })).toEqual({})
})

test('R-095 on the wire registration requires the e-mail, not the phone nor the website (AMB-36)', () => {
  expect(check({ phoneNumber: '', website: '' }, wire(registration))).toEqual({})
  expect(check({ email: undefined }, wire(registration))).toEqual({ email: 'required_data_error' })
})

test('E-036 E-066 R-098 no opening hours: a key of its own, and the required text above', () => {
  for (const situation of [edit, registration, wire(edit), wire(registration)]) {
    const errors = check({ openingHours: [] }, situation)
    expect(errors).toEqual({ openingHours: 'opening hours error' })
    expect(companyProfileMessage(errors, [])).toBe('Veuillez remplir tous les champs')
  }
  expect(check({ openingHours: undefined }, wire(edit))).toEqual({})
})

test('E-067 E-068 a wrong entry is refused and its message says what is wrong', () => {
  const wrong = [monday, { ...monday, endTime: '09:04' }]
  const errors = check({ openingHours: wrong })
  expect(errors).toEqual({ openingHours: 'opening hours error' })
  expect(companyProfileMessage(errors, wrong)).toContain('au moins 5 minutes')
})

test.each([
  ['Pau', '64000', true],
  ['EZE', '06360', true],
  ['Pau', '75011', false],
  ['Pua', '64000', false],
  ['Pau', undefined, false],
])('E-043 AMB-44 a short name is a city at its own postal code: %s %s', (city, zipCode, isAccepted) => {
  expect(check({ city, zipCode }, wire(edit))).toEqual(isAccepted ? {} : { city: 'city_format_error' })
})

test('E-038 E-039 E-040 edition: phone may be empty, e-mail and website give their format error (AMB-45)', () => {
  expect(check({ phoneNumber: '' })).toEqual({})
  expect(check({ email: '' })).toEqual({ email: 'email_format_error' })
  expect(check({ email: '' }, wire(edit))).toEqual({ email: 'email_format_error' })
  expect(check({ website: '' })).toEqual({ website: 'site_format_error' })
  expect(check({ website: '' }, { ...edit, noWebsite: true })).toEqual({})
  expect(check({ website: '' }, wire(edit))).toEqual({})
})

test.each([
  ['name', 'Ab', 'Abc', 'business_name_format_error'],
  ['address', '1 rue', '1 rue X', 'address_format_error'],
  ['city', 'Pau', 'Lyon', 'city_format_error'],
  ['zipCode', '7500', '75011', 'zipCode_format_error'],
  ['zipCode', '99123', '98000', 'zipCode_format_error'],
  ['description', '<p>treize signe</p>', '<p>quatorze signe</p>', 'description_format_error'],
  ['website', 'ftp://site.fr', 'http://site.fr', 'site_format_error'],
  ['email', 'a@b', 'a@b.fr', 'email_format_error'],
  ['phoneNumber', '12345', '0145678901', 'phone_number_error'],
  ['phoneNumber', '+4912345678', '0612345678', 'phone_number_error'],
  ['premium_subdomain', 'mon resto', 'mon-resto_75', 'subdomain_format_error'],
  ['premium_subdomain', 'www', '', 'subdomain_reserved'],
  ['category', 'sport', 'bar', 'category_error'],
  ['category', 'inconnu', 'restaurant', 'category_error'],
  ['type', 'association', 'entreprise', 'type_error'],
] as const)(
  'E-041 E-042 E-043 E-045 E-046 E-048 E-053 E-054 E-056 P-026 E-023 %s: %j refused, %j accepted',
  (field, refused, accepted, key) => {
    expect(check({ [field]: refused })).toEqual({ [field]: key })
    expect(check({ [field]: accepted })).toEqual({})
  },
)

test('E-046 the upper bounds of texts', () => {
  expect(check({ name: 'a'.repeat(101) })).toEqual({ name: 'business_name_format_error' })
  expect(check({ description: `<p>${'a'.repeat(10_000)}</p>` })).toEqual({ description: 'description_format_error' })
})

test('E-047 the description is highlighted below 6 visible characters', () => {
  expect(['<p>cinq!</p>', '<p>sixsix</p>'].map(isDescriptionTooShortToType)).toEqual([true, false])
})

test('P-027 an association chooses among its own categories', () => {
  const association = { ...edit, type: 'association' } as const
  expect(check({ type: 'association', category: 'sport' }, association)).toEqual({})
  expect(check({ type: 'association' }, association)).toEqual({ category: 'category_error' })
  expect(check({ category: 'sport' }, association)).toMatchObject({ type: 'type_error' })
})

test('AMB-56 a stored category that the new type does not have is refused', () => {
  const stored = { category: 'sport' }
  expect(check({ type: 'entreprise', category: undefined }, { ...wire(edit), stored })).toEqual({
    category: 'category_error',
  })
})

test('E-063 coordinates come as a pair, on Earth', () => {
  expect(check({ latitude: 48.8, longitude: 2.3 })).toEqual({})
  expect(check({ latitude: 95, longitude: 2.3 })).toEqual({ latitude: 'coordinates_error' })
  expect(check({ longitude: 2.3 })).toEqual({ longitude: 'coordinates_error' })
  expect(check({ latitude: 48.8, longitude: 181 })).toEqual({ longitude: 'coordinates_error' })
})

test('E-057 E-058 E-059 active click-and-collect needs a picture and more than 10 characters', () => {
  const withPicture = { ...edit, pictures: { ...edit.pictures, cacImages: 1 } }
  const active = { cacActive: true, cacDescription: '12345678901' }
  expect(check(active)).toEqual({ cacImages: 'cac_format_error' })
  expect(check(active, withPicture)).toEqual({})
  expect(check({ ...active, cacDescription: '1234567890' }, withPicture)).toEqual({
    cacDescription: 'cac_format_error',
  })
  expect(check({ cacActive: false, cacDescription: '' })).toEqual({})
})

test('E-057 stored click-and-collect values stand for the absent keys', () => {
  const stored = { cacActive: true, cacDescription: 'Retrait au comptoir' }
  expect(check({}, { ...wire(edit), stored })).toEqual({ cacImages: 'cac_format_error' })
  expect(check({ cacActive: false }, { ...wire(edit), stored })).toEqual({})
  expect(check({}, { ...edit, cacReferencesMatch: false })).toEqual({ cacReferences: 'cac_format_error' })
})

test('AMB-61 premium fields beyond the plan are ignored', () => {
  const plan = { hasSubdomain: false, hasClickAndCollect: false }
  const beyond = { premium_subdomain: 'a b', cacActive: true, cacDescription: '' }
  expect(check(beyond, { ...edit, plan, cacReferencesMatch: false })).toEqual({})
})

const faults: [keyof TypedProfile, unknown, string][] = [
  ['name', '', 'required_data_error'],
  ['name', 'Ab', 'business_name_format_error'],
  ['address', 'rue', 'address_format_error'],
  ['city', 'Pau', 'city_format_error'],
  ['zipCode', 'abcde', 'zipCode_format_error'],
  ['description', '<p>court</p>', 'description_format_error'],
  ['website', 'http://a', 'site_format_error'],
  ['email', 'a@b', 'email_format_error'],
  ['phoneNumber', '12345', 'phone_number_error'],
  ['premium_subdomain', 'a.b', 'subdomain_format_error'],
  ['cacActive', true, 'cac_format_error'],
]

test('E-028 the first error is that of the first failing rule, whatever the faults', () => {
  fc.assert(
    fc.property(fc.subarray(faults, { minLength: 1 }), (chosen) => {
      const typed = Object.fromEntries(chosen.toReversed().map(([field, value]) => [field, value]))
      expect(firstFieldError(check(typed))?.key).toBe(chosen[0]?.[2])
    }),
  )
})

test('E-028 the message is that of the first failing rule', () => {
  const errors = check({ name: 'Ab', zipCode: 'x' })
  expect(Object.keys(errors)).toEqual(['name', 'zipCode'])
  expect(companyProfileMessage(errors)).toBe('Le nom doit contenir au moins 3 caractères')
})

test('T16 W-133 a new name or subdomain that passes for a town hall or the State is a town hall’s; a stored name stays', () => {
  const reserved = { name: 'business_name_reserved', premium_subdomain: 'subdomain_reserved' }
  const typed = { name: 'Mairie de Clichy', premium_subdomain: 'mairie-de-clichy' }
  expect(check(typed)).toEqual(reserved)
  expect(check(typed, { ...edit, stored: { name: typed.name, subdomain: typed.premium_subdomain } })).toEqual({})
  expect(check({ name: 'Мairie de Сlichy' })).toEqual({ name: 'business_name_script_error' })
  const { name, premium_subdomain: subdomain } = check({ ...typed, type: 'mairie' }, { ...edit, type: 'mairie' })
  expect([name, subdomain]).toEqual([undefined, undefined])
})
