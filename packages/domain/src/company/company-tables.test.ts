import { expect, test } from 'vitest'
import { businessTypes } from '../kernel/business-type.ts'
import { matchesSearch } from '../kernel/text.ts'
import { categoriesOf, categoryLabel, firstCategory, isCategoryOf, searchWords } from './categories.ts'
import { arePictureReferences, filledSlots } from './click-and-collect.ts'
import { companyFieldTexts } from './company.field-texts.fr.ts'
import { missingPartTexts } from './completeness.fr.ts'
import { profileCompleteness } from './completeness.ts'
import { categoryFromNaf } from './naf-prefill.ts'
import { isLargeEnough, pictureRules } from './picture-sizes.ts'
import { checkSubdomain, normaliseSubdomain, subdomainUrl } from './subdomain.ts'

test('P-027 associations have exactly nine categories', () => {
  expect(
    categoriesOf('association')
      .map((category) => category.slug)
      .sort(),
  ).toEqual(
    [
      'bar',
      'childhood_and_youth',
      'citizen_life',
      'culture',
      'employment_and_training',
      'health_and_disability',
      'housing',
      'social_affairs',
      'sport',
    ].sort(),
  )
})

test('P-026 trades have French labels and stable slugs', () => {
  for (const slug of ['restaurant', 'boulangerie', 'coiffeur', 'pharmacie', 'bar']) {
    expect(isCategoryOf('commerce', slug)).toBe(true)
  }
  expect(isCategoryOf('mairie', 'mairie')).toBe(true)
  expect(isCategoryOf('commerce', 'mairie')).toBe(false)
  expect(isCategoryOf('association', 'boulangerie')).toBe(false)
  expect(isCategoryOf('commerce', 'toString')).toBe(false)
  const slugs = businessTypes.flatMap((type) => categoriesOf(type).map((category) => `${type}/${category.slug}`))
  expect(new Set(slugs).size).toBe(slugs.length)
})

test('P-005 the label depends on the type; an unknown slug is shown as it is (AMB-55)', () => {
  expect(categoryLabel('boulangerie')).toBe('Boulangerie')
  expect(categoryLabel('bar', 'association')).toBe('Bar associatif')
  expect(categoryLabel('bar', 'commerce')).toBe('Bar')
  expect(categoryLabel('ancien')).toBe('ancien')
  expect(firstCategory('mairie')).toBe('mairie')
  expect(firstCategory('commerce')).toBeUndefined()
})

test('P-026 a trade is found by what people call it, without accents', () => {
  const found = (type: 'commerce' | 'association', typed: string) =>
    categoriesOf(type).flatMap((category) => (matchesSearch(searchWords(category), typed) ? [category.slug] : []))
  expect(found('commerce', 'patissier')).toContain('patisserie')
  expect(found('commerce', 'baguette')).toContain('boulangerie')
  expect(found('association', 'boulang')).toEqual([])
})

test('a NAF code preselects a category of the type, or proposes when ambiguous', () => {
  expect(categoryFromNaf('10.71C', 'commerce').category).toBe('boulangerie')
  expect(categoryFromNaf('47.62Z', 'commerce')).toEqual({ candidates: ['papeterie', 'tabac_presse'] })
  expect(categoryFromNaf('00.00X', 'commerce')).toEqual({ candidates: [] })
})

test.each([
  ['mon-resto_75', undefined],
  ['MonResto', undefined],
  ['mon resto', 'subdomain_format_error'],
  ['café', 'subdomain_format_error'],
  ['a.b', 'subdomain_format_error'],
  ['', 'subdomain_format_error'],
  ['a'.repeat(64), 'subdomain_format_error'],
  ['WWW', 'subdomain_reserved'],
  ['api', 'subdomain_reserved'],
  ['a'.repeat(63), undefined],
  ['a', undefined],
  ['-a', 'subdomain_format_error'],
  ['a-', 'subdomain_format_error'],
  ['evil.com/', 'subdomain_format_error'],
  ['p\u0430ris', 'subdomain_format_error'],
  ['login', 'subdomain_reserved'],
  ['XN--pris-0ra', 'subdomain_reserved'],
  ['Paiement', 'subdomain_reserved'],
  ['mairie', 'subdomain_reserved'],
  ['_acme-challenge', 'subdomain_reserved'],
  ['_dmarc', 'subdomain_reserved'],
])('E-056 T16 the subdomain %j: %s (AMB-53)', (text, key) => {
  expect(checkSubdomain(text)).toBe(key)
})

test('E-056 a subdomain is stored in lower case and gives the address of the site', () => {
  expect(subdomainUrl(normaliseSubdomain(' MonResto '), 'parvis.fr')).toBe('https://monresto.parvis.fr')
})

const update = (rank: number) => ({ rank, action: 'UPDATE' }) as const
const remove = (rank: number) => ({ rank, action: 'DELETE' }) as const

test('E-060 E-078 picture references name distinct slots and one file per UPDATE (AMB-54)', () => {
  expect(arePictureReferences([update(1), remove(2)], 1)).toBe(true)
  expect(arePictureReferences([], 0)).toBe(true)
  expect(arePictureReferences([update(4)], 1)).toBe(false)
  expect(arePictureReferences([update(-1)], 1)).toBe(false)
  expect(arePictureReferences([update(1), remove(1)], 1)).toBe(false)
  expect(arePictureReferences([update(1)], 0)).toBe(false)
  expect(arePictureReferences([], 1)).toBe(false)
})

test('E-060 slots that are not named keep their picture', () => {
  expect(filledSlots([2, 0], [update(3), remove(2)])).toEqual([0, 3])
  expect(filledSlots([1], [update(1)])).toEqual([1])
})

test.each([
  ['profile', 500, 500, true],
  ['profile', 499, 600, false],
  ['cover', 1200, 600, true],
  ['cover', 1199, 600, false],
  ['clickAndCollect', 799, 1000, false],
  ['instant', 499, 500, false],
] as const)('E-018 E-019 E-020 I-073 %s of %d x %d is large enough: %s', (kind, width, height, enough) => {
  expect(isLargeEnough({ width, height }, pictureRules[kind].exact)).toBe(enough)
})

test('E-079 E-044 every key has its French sentence', () => {
  expect(companyFieldTexts.city_format_error).toContain('ville')
  expect(companyFieldTexts.city_format_error).toContain('4')
  for (const text of Object.values(companyFieldTexts)) expect(text).toMatch(/^[A-ZÀ-Ö]/)
})

const emptyProfile = {
  profileImage: null,
  coverImage: null,
  description: null,
  phoneNumber: null,
  website: null,
  email: null,
  latitude: null,
  openHours: [],
  visibleInstants: 0,
}

test('what residents miss is listed, the most useful first', () => {
  const parts = Object.keys(missingPartTexts).filter((part) => part !== 'photos')
  expect(profileCompleteness(emptyProfile)).toEqual({ percent: 0, missing: parts })
  const full = {
    ...emptyProfile,
    profileImage: 'a.jpg',
    coverImage: 'b.jpg',
    description: `<p>${'mot '.repeat(30)}</p>`,
    phoneNumber: '+33145678901',
    email: 'a@b.fr',
    latitude: 48.8,
    openHours: [{ dayType: 'all_days', startTime: '09:00', endTime: '18:00', enabled: true }] as const,
    visibleInstants: 2,
  }
  expect(profileCompleteness(full)).toEqual({ percent: 88, missing: ['website'] })
})

test('E-018 a drawing in the place of a photo is not complete: a photo is asked for', () => {
  const drawn = { ...emptyProfile, profileImage: 'a.jpg', coverImage: 'b.jpg', drawnPictures: ['coverImage'] as const }
  expect(profileCompleteness(drawn).missing).toContain('photos')
  expect(profileCompleteness({ ...drawn, drawnPictures: undefined }).missing).not.toContain('photos')
  expect(profileCompleteness({ ...drawn, profileImage: null }).missing).toContain('pictures')
})

test('P-012 paused hours are hours: who is closed for a time is not asked for them', () => {
  const paused = { dayType: 'all_days', startTime: '09:00', endTime: '18:00', enabled: false } as const
  expect(profileCompleteness({ ...emptyProfile, openHours: [paused] }).missing).not.toContain('opening_hours')
  expect(profileCompleteness({ ...emptyProfile, openHours: [] }).missing).toContain('opening_hours')
})
