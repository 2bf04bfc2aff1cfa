import { expect, test } from 'vitest'
import { businessTypes } from '../kernel/business-type.ts'
import { checkAccountForm, checkPerson, checkRegistryNumber, type TypedAccount } from './account-form.ts'
import { fillEmptyFields, readPrefill } from './prefill.ts'
import { registrationFieldTexts } from './registration.refusals.fr.ts'
import { readStoredStep, wizardStep, wizardType } from './wizard-step.ts'

const today = '2026-11-20'
const marie: TypedAccount = {
  first_name: 'Marie',
  last_name: 'Durand',
  phone_number: '06 12 34 56 78',
  date_of_birth: '31/12/1990',
  email: 'marie@exemple.fr',
  zip_code: '75015',
  city: 'Paris 15e',
  siren: '732 829 320 00074',
}
const check = (changes: Partial<TypedAccount>) => checkAccountForm({ ...marie, ...changes }, 'commerce', today)

test('R-023 a complete step 1 has no error', () => {
  expect(check({})).toEqual({})
  expect(check({ date_of_birth: '1990-12-31' })).toEqual({})
})

test.each(['first_name', 'last_name', 'date_of_birth', 'email'] as const)(
  'R-068 an empty %s is the empty-form error',
  (field) => {
    expect(check({ [field]: ' ' })).toEqual({ [field]: 'empty_form_error' })
    expect(registrationFieldTexts.empty_form_error).toBe('Veuillez remplir tous les champs')
  },
)

test.each([
  ['first_name', 'Jean-Luc', 'person_name_error'],
  ['last_name', 'D', 'person_name_error'],
  ['phone_number', '', 'phone_empty_error'],
  ['phone_number', '+33 ', 'phone_empty_error'],
  ['phone_number', '0145678901', 'phone_format_error'],
  ['phone_number', '12345', 'phone_format_error'],
  ['date_of_birth', '2008-11-21', 'birth_date_error'],
  ['date_of_birth', '31/02/1990', 'birth_date_error'],
  ['email', 'a@b', 'email_format_error'],
  ['city', '', 'city_required_error'],
  ['zip_code', '99000', 'zipCode_format_error'],
] as const)('R-059 R-060 R-061 R-063 R-064 R-067 R-069 %s %j: %s', (field, value, key) => {
  expect(check({ [field]: value })).toEqual({ [field]: key })
})

test('R-063 18 years old today is accepted', () => {
  expect(check({ date_of_birth: '20/11/2008' })).toEqual({})
})

test('R-069 no city chosen is one error of the form, two fields of a profile', () => {
  expect(check({ city: '', zip_code: '' })).toEqual({ city: 'city_required_error' })
  expect(Object.keys(checkPerson({ ...marie, city: '', zip_code: '' }, today))).toEqual(['city', 'zip_code'])
})

test('R-068 what is empty comes before what is wrong', () => {
  const errors = checkPerson({ ...marie, first_name: 'J2', last_name: '', email: 'a@b' }, today)
  expect(Object.entries(errors)).toEqual([
    ['last_name', 'empty_form_error'],
    ['first_name', 'person_name_error'],
    ['email', 'email_format_error'],
  ])
})

test.each([
  ['commerce', '', 'siret_empty_error'],
  ['association', ' ', 'rna_empty_error'],
  ['mairie', '73282932100074', 'siret_invalid_error'],
  ['commerce', 'W751234567', 'siret_invalid_error'],
  ['entreprise', '732829320', 'siret_invalid_error'],
  ['association', 'X751234567', 'rna_invalid_error'],
  ['association', '732 829 321 00074', 'siret_invalid_error'],
  ['association', '732829320', 'rna_invalid_error'],
  ['association', 'W751234567', undefined],
  ['association', '73282932000074', undefined],
  ['mairie', '73282932000074', undefined],
] as const)('R-050 R-053 R-054 %s entering %j: %s (AMB-16)', (type, code, key) => {
  expect(checkRegistryNumber(code, type)).toBe(key)
})

const link = new URLSearchParams({
  useremail: 'a@b.fr',
  userfirstname: 'Marie',
  username: 'Durand',
  userzipcode: '75015',
  userphone: '0612345678',
  prosiret: '73282932000074',
  procompanyname: 'Le Bar',
  proemail: 'bar@b.fr',
  prophone: '0145678901',
  procity: 'Paris',
  prozipcode: '75002',
})

test('R-009 R-010 R-011 R-012 R-013 R-014 R-015 R-016 R-017 R-018 R-019 the 11 parameters prefill their fields', () => {
  expect(readPrefill(link)).toEqual({
    person: {
      email: 'a@b.fr',
      first_name: 'Marie',
      last_name: 'Durand',
      zip_code: '75015',
      phone_number: '0612345678',
    },
    business: {
      siren: '73282932000074',
      name: 'Le Bar',
      email: 'bar@b.fr',
      phoneNumber: '0145678901',
      city: 'Paris',
      zipCode: '75002',
    },
    originalProspectEmail: 'bar@b.fr',
  })
})

test('R-020 NULL is ignored for each parameter, in any case', () => {
  const nulls = new URLSearchParams([...link.keys()].map((name, index) => [name, index % 2 ? ' null ' : 'NULL']))
  expect(readPrefill(nulls)).toEqual({ person: {}, business: {} })
})

test('R-035 without proemail the prospect is useremail (AMB-25)', () => {
  expect(readPrefill(new URLSearchParams({ useremail: 'a@b.fr', proemail: 'NULL' })).originalProspectEmail).toBe(
    'a@b.fr',
  )
})

test('R-009 a link fills what is empty and never overwrites what was typed', () => {
  expect(fillEmptyFields({ email: '', first_name: 'Léa' }, { email: 'a@b.fr', first_name: 'Marie' })).toEqual({
    email: 'a@b.fr',
    first_name: 'Léa',
  })
})

const nothing = { category: null, profileImage: null, coverImage: null, description: null, email: null }
const filled = { category: 'bar', profileImage: 'a', coverImage: 'b', description: '<p>c</p>', email: 'a@b.fr' }

test('R-039 R-040 R-114 the step follows the business, on any browser (AMB-13, AMB-32)', () => {
  expect(wizardStep(null)).toBe(1)
  expect(wizardStep(nothing)).toBe(2)
  expect(wizardStep({ ...filled, category: null })).toBe(2)
  expect(wizardStep({ ...nothing, category: 'bar' })).toBe(2)
  expect(wizardStep(filled)).toBe(3)
  expect(wizardStep({ ...nothing, category: 'bar', email: 'a@b.fr' })).toBe(3)
})

test('R-038 the stored step is 1 to 3, anything else is not found', () => {
  expect(['1', '2', '3', '4', '', 'x', null].map(readStoredStep)).toEqual([
    1,
    2,
    3,
    undefined,
    undefined,
    undefined,
    undefined,
  ])
})

test('R-003 R-004 R-005 the type comes from the address (AMB-14)', () => {
  for (const type of businessTypes) expect(wizardType(type)).toEqual({ type, redirects: false })
  expect(wizardType(undefined)).toEqual({ type: 'commerce', redirects: false })
  expect(wizardType('xyz')).toEqual({ type: 'commerce', redirects: true })
})
