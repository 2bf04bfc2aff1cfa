import fc from 'fast-check'
import { expect, test } from 'vitest'
import { planOfWeek } from '../hours/day-hours.ts'
import { openingText, weekRows } from '../hours/opening.fr.ts'
import { openingAt } from '../hours/opening.ts'
import { businessTypes } from '../kernel/business-type.ts'
import { dayNumberOf, parisDayNumber, wallMoment, weekdayOf } from '../kernel/paris-days.ts'
import { matchesSearch } from '../kernel/text.ts'
import { categoriesOf, categoryLabel, firstCategory, isCategoryOf, searchWords } from './categories.ts'
import { arePictureReferences, filledSlots } from './click-and-collect.ts'
import { companyFieldTexts } from './company.refusals.fr.ts'
import { missingPartTexts } from './completeness.fr.ts'
import { profileCompleteness } from './completeness.ts'
import { categoryFromNaf } from './naf-prefill.ts'
import {
  checkOpeningHours,
  type DayOfWeek,
  dayName,
  daysOfType,
  dayTypeLabel,
  dayTypes,
  isDayType,
  type OpeningHours,
} from './opening-hours.ts'
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

test('AMB-55 a NAF code preselects a category of the type, or proposes some when ambiguous', () => {
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
])('F20 E-056 T16 the subdomain %j: %s (AMB-53)', (text, key) => {
  expect(checkSubdomain(text)).toBe(key)
})

test('E-056 a subdomain is stored in lower case and gives the address of the site', () => {
  const name = normaliseSubdomain(' MonResto ')
  expect(subdomainUrl(name, 'https://parvis.fr/')).toBe('https://monresto.parvis.fr')
  expect(subdomainUrl(name, 'http://parvis.localhost:3000')).toBe('http://monresto.parvis.localhost:3000')
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

const entry = (dayType: OpeningHours['dayType'], startTime: string, endTime: string, enabled = true): OpeningHours => ({
  dayType,
  startTime,
  endTime,
  enabled,
})
const shownWeek = (hours: OpeningHours[]) =>
  weekRows(planOfWeek(hours), momentAt(1, 600)).map((row) => row.hours.replaceAll('\u00A0', ' '))
/** A Monday of summer, far from both clock nights and from any holiday. */
const monday = dayNumberOf('2027-06-07')
const momentAt = (day: DayOfWeek, minutes: number) => wallMoment(monday + day - 1, minutes)
const say = (hours: OpeningHours[], day: DayOfWeek, time: string) => {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  const now = momentAt(day, hour * 60 + minute)
  return openingText(openingAt(planOfWeek(hours), now), now).replaceAll('\u00A0', ' ')
}

test.each([
  ['all_days', '1234567'],
  ['mondays_to_fridays', '12345'],
  ['tuesdays_to_fridays', '2345'],
  ['mondays_to_saturdays', '123456'],
  ['tuesdays_to_saturdays', '23456'],
  ['saturdays_and_sundays', '67'],
  ['all_mondays', '1'],
  ['all_tuesdays', '2'],
  ['all_wednesdays', '3'],
  ['all_thursdays', '4'],
  ['all_fridays', '5'],
  ['all_saturdays', '6'],
  ['all_sundays', '7'],
] as const)('P-025 I-089 E-071 %s covers the days %s and has a French label', (type, days) => {
  expect(daysOfType(type).join('')).toBe(days)
  expect(dayTypeLabel(type)).toMatch(/^[A-Z]/)
})

test('E-071 there are 13 choices, nothing else is one', () => {
  expect(dayTypes).toHaveLength(13)
  expect(new Set(dayTypes.map(dayTypeLabel)).size).toBe(13)
  expect(['fixed', 'toString', ''].some(isDayType)).toBe(false)
  expect(dayName(7)).toBe('dimanche')
})

test.each([
  ['all_days', '09:00', '09:05', undefined],
  ['all_days', '00:00', '23:59', undefined],
  ['all_days', '09:00', '09:04', 'opening_end_error'],
  ['all_days', '18:00', '02:00', 'opening_end_error'],
  ['all_days', '9:0', '10:00', 'opening_start_error'],
  ['all_days', '24:00', '10:00', 'opening_start_error'],
  ['all_days', '12:00', '12:60', 'opening_end_error'],
  ['all_days', '12:00', '', 'opening_end_error'],
  ['fixed', '09:00', '10:00', 'opening_day_error'],
])('E-067 E-068 E-069 %s %j-%j: %s', (dayType, startTime, endTime, key) => {
  expect(checkOpeningHours({ dayType, startTime, endTime })).toBe(key)
})

test('P-010 one line per day, Monday to Sunday', () => {
  expect(shownWeek([entry('mondays_to_fridays', '09:00', '18:00')])).toEqual([
    ...Array<string>(5).fill('9 h – 18 h'),
    'Fermé',
    'Fermé',
  ])
})

test('P-011 E-072 a paused entry does not apply; overlapping slots are one', () => {
  const hours = [
    entry('all_mondays', '14:00', '18:00'),
    entry('all_days', '09:00', '12:00', false),
    entry('all_mondays', '08:00', '15:00'),
  ]
  expect(shownWeek(hours)[0]).toBe('8 h – 18 h')
  expect(shownWeek(hours)[1]).toBe('Fermé')
})

test('P-012 every entry paused is closed for a time, no entry is unknown (AMB-50)', () => {
  const paused = [entry('all_days', '09:00', '18:00', false)]
  expect(planOfWeek(paused).weekState).toBe('paused')
  expect(say(paused, 1, '10:00')).toBe('Temporairement fermé')
  expect(planOfWeek([]).weekState).toBe('unknown')
  expect(say([], 1, '10:00')).toBe('Horaires non renseignés')
})

const shop = [entry('tuesdays_to_saturdays', '09:00', '12:30'), entry('tuesdays_to_saturdays', '14:00', '19:00')]
const bar = [entry('all_fridays', '18:00', '23:59'), entry('all_saturdays', '00:00', '02:00')]
test.each([
  [shop, 2, '09:00', 'Ouvert, ferme à 12 h 30'],
  [shop, 2, '08:59', 'Fermé, ouvre à 9 h'],
  [shop, 2, '12:30', 'Fermé, ouvre à 14 h'],
  [shop, 2, '19:00', 'Fermé, ouvre demain à 9 h'],
  [shop, 6, '19:30', 'Fermé, ouvre mardi à 9 h'],
  [shop, 7, '10:00', 'Fermé, ouvre mardi à 9 h'],
  [shop, 1, '10:00', 'Fermé, ouvre demain à 9 h'],
  [bar, 5, '23:30', 'Ouvert, ferme à 2 h'],
  [bar, 5, '23:59', 'Ouvert, ferme à 2 h'],
  [bar, 6, '01:59', 'Ouvert, ferme à 2 h'],
  [bar, 6, '02:00', 'Fermé, ouvre vendredi à 18 h'],
  [bar, 5, '17:00', 'Fermé, ouvre à 18 h'],
  [[entry('all_fridays', '09:00', '12:00')], 5, '12:00', 'Fermé, ouvre vendredi prochain à 9 h'],
  [[entry('all_days', '00:00', '23:59')], 7, '23:59', 'Ouvert 24 h/24'],
  [[entry('all_sundays', '20:00', '23:59'), entry('all_mondays', '00:00', '01:00')], 7, '23:00', 'Ouvert, ferme à 1 h'],
  [[entry('all_sundays', '20:00', '23:59'), entry('all_mondays', '00:00', '01:00')], 1, '00:30', 'Ouvert, ferme à 1 h'],
  [
    [entry('all_mondays', '09:00', '13:00'), entry('all_mondays', '12:00', '18:00')],
    1,
    '12:30',
    'Ouvert, ferme à 18 h',
  ],
  [[entry('all_mondays', '20:00', '23:59')], 1, '21:00', 'Ouvert, ferme à minuit'],
] as const)('P-012 the state of a place %#', (hours, day, time, text) => {
  expect(say([...hours], day, time)).toBe(text)
})

test('P-011 open exactly when one of the slots of the day holds the minute', () => {
  const time = fc.integer({ min: 0, max: 1434 })
  const anyEntry = fc.record({
    dayType: fc.constantFrom(...dayTypes),
    a: time,
    length: fc.integer({ min: 5, max: 400 }),
  })
  const clock = (minutes: number) =>
    `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
  const day = fc.integer({ min: 1, max: 7 }).map((number) => number as DayOfWeek)
  fc.assert(
    fc.property(fc.array(anyEntry, { minLength: 1, maxLength: 5 }), day, time, (entries, today, minutes) => {
      const hours = entries.map(({ dayType, a, length }) => entry(dayType, clock(a), clock(Math.min(a + length, 1438))))
      const expected = entries.some(
        ({ dayType, a, length }) =>
          daysOfType(dayType).includes(today) && a <= minutes && minutes < Math.min(a + length, 1438),
      )
      expect(openingAt(planOfWeek(hours), momentAt(today, minutes)).state === 'open').toBe(expected)
    }),
  )
})

test('G-013 the day of the week is that of Paris', () => {
  expect(weekdayOf(parisDayNumber(Date.parse('2026-11-20T23:05:00Z')))).toBe(6)
  expect(weekdayOf(parisDayNumber(Date.parse('2027-07-04T21:59:00Z')))).toBe(7)
})
