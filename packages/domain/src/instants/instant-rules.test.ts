import { Temporal } from 'temporal-polyfill'
import { expect, test } from 'vitest'
import { checkInstant, type TypedInstant, textsFromOne } from './instant-form.ts'
import { instantsFieldTexts } from './instants.refusals.fr.ts'
import {
  announcedKind,
  categoriesOfForm,
  instantCategories,
  instantCategory,
  instantCategoryOf,
  instantKind,
  isCreationRefused,
  isEntryRefused,
} from './kind.ts'
import { instantMatches, timeLeft } from './listed-instant.ts'
import type { Occurrence } from './occurrences.ts'

test('I-059 the ten categories and their ids', () => {
  expect(instantCategories.map(({ id, slug }) => `${id} ${slug}`)).toEqual([
    '1 cultural',
    '2 sportive',
    '3 discovery',
    '4 gourmand',
    '5 festive',
    '6 heart',
    '7 info',
    '8 offer',
    '9 gift',
    '10 musical',
  ])
  expect([0, 11, 1.5].map(instantCategory)).toEqual([undefined, undefined, undefined])
})

test('I-064 an unknown category is none', () => {
  expect(instantCategoryOf('default')).toBeUndefined()
  expect(instantCategoryOf('gift')?.id).toBe(9)
})

test('I-037 each category has its explanation', () => {
  expect(new Set(instantCategories.map((category) => category.explanation)).size).toBe(10)
})

test('I-060 I-062 I-063 the choices of each form, in order', () => {
  expect(categoriesOfForm('specialOffer')).toEqual(['gift'])
  expect(categoriesOfForm('event').join()).toBe('cultural,sportive,discovery,heart,info,musical,festive')
  expect(categoriesOfForm('service').join()).toBe(
    'gourmand,festive,offer,cultural,sportive,discovery,heart,info,musical',
  )
})

test('I-060 I-061 I-065 what an instant is (AMB-74)', () => {
  for (const category of ['cultural', 'sportive', 'discovery', 'heart', 'festive', 'info', 'musical']) {
    expect(instantKind(category, true)).toBe('event')
    expect(instantKind(category, false)).toBe('service')
  }
  for (const category of ['gourmand', 'offer', 'default']) expect(instantKind(category, true)).toBe('service')
  expect([instantKind('gift', true), instantKind('gift', false)]).toEqual(['specialOffer', 'specialOffer'])
})

const bread: TypedInstant = {
  title: 'Fournée',
  shortDescription: 'Pain chaud',
  longDescription: 'Pain chaud à 17 h',
  categoryId: 4,
  streetAddress: '1 rue',
  city: 'Lyon',
  zipCode: '69001',
}
const check = (changes: Partial<TypedInstant>, situation = { hasPicture: true }) =>
  checkInstant({ ...bread, ...changes }, situation)

test.each([
  ['title', 'a'.repeat(5), 'a'.repeat(6), 'title_format_error'],
  ['title', 'a'.repeat(256), 'a'.repeat(255), 'title_format_error'],
  ['title', '', '🙂🙂🙂🙂🙂🙂', 'form_data_error'],
  ['shortDescription', 'a'.repeat(9), 'a'.repeat(10), 'short_description_format_error'],
  ['shortDescription', 'a'.repeat(255), 'a'.repeat(254), 'short_description_format_error'],
  ['longDescription', 'a'.repeat(16), 'a'.repeat(17), 'long_description_format_error'],
  ['longDescription', 'a'.repeat(3001), 'a'.repeat(3000), 'long_description_format_error'],
  ['categoryId', 0, 1, 'instant_category_error'],
  ['categoryId', 11, 10, 'instant_category_error'],
  ['streetAddress', 'rueX', 'rue X', 'instant_address_error'],
  ['city', 'Pau', 'Lyon', 'instant_city_error'],
  ['zipCode', '99000', '01000', 'instant_zip_error'],
  ['zipCode', '7501', '75011', 'instant_zip_error'],
  ['zipCode', '', '00100', 'form_data_error'],
] as const)(
  'I-067 I-068 I-069 I-070 I-075 I-076 I-077 %s: %j refused, %j accepted',
  (field, refused, accepted, key) => {
    expect(check({ [field]: refused })).toEqual({ [field]: key })
    expect(check({ [field]: accepted })).toEqual({})
  },
)

test('I-076 AMB-44 a commune with a short name is accepted at its own postal code', () => {
  expect(check({ city: 'Gap', zipCode: '05000' })).toEqual({})
  expect(check({ city: 'Gap', zipCode: '75011' })).toEqual({ city: 'instant_city_error' })
})

test.each([
  ['Moins 20 % ce soir sur les invendus', 'Moins 20 % ce soir sur les invendus', 'Moins 20 % ce soir sur les invendus'],
  ['−20 % ce soir', '−20 % ce soir', '−20 % ce soir – Les Deux Épis'],
  [
    'Galette offerte. Pour deux baguettes\nachetées',
    'Galette offerte',
    'Galette offerte. Pour deux baguettes achetées',
  ],
  [`${'Des brioches '.repeat(30)}!`, `${'Des brioches '.repeat(5)}Des…`, `${'Des brioches '.repeat(19)}Des…`],
])('I-068 I-069 I-070 one text is the three: %j', (written, title, shortDescription) => {
  const texts = textsFromOne(written, 'Les Deux Épis')
  expect(texts).toMatchObject({ title, shortDescription })
  expect(texts.longDescription).toContain(written.trim())
  expect(check(texts)).toEqual({})
})

test('I-092 one text that is empty leaves the three to fill', () => {
  expect(Object.keys(check(textsFromOne('  ', 'Les Deux Épis')))).toEqual([
    'title',
    'shortDescription',
    'longDescription',
  ])
})

test('I-071 a picture is required', () => {
  const errors = check({}, { hasPicture: false })
  expect(errors).toEqual({ picture: 'picture_required_error' })
})

test.each([
  [{ title: 'x', city: 'x' }, {}, 'title'],
  [{ city: 'x' }, { schedule: 'schedule_error' }, 'city'],
  [{}, { schedule: 'wrong_time', notification: 'notification_date_error' }, 'activationTimes'],
  [{}, { notification: 'notification_date_error' }, 'notificationDate'],
  [{}, {}, undefined],
] as const)('I-093 the first failing field of %j %j, whose section opens, is %s', (changes, more, field) => {
  expect(Object.keys(checkInstant({ ...bread, ...changes }, { hasPicture: true, ...more }))[0]).toBe(field)
})

test('I-092 an empty form first says that something is empty', () => {
  const empty = { title: '', shortDescription: '', longDescription: '', streetAddress: '', city: '', zipCode: '' }
  const errors = checkInstant({ ...empty, categoryId: 0 }, { hasPicture: false, schedule: 'schedule_error' })
  expect(Object.values(errors)[0]).toBe('form_data_error')
  expect(Object.keys(errors)).toHaveLength(9)
})

test('I-094 the messages are distinct', () => {
  const texts = Object.entries(instantsFieldTexts).filter(([key]) => key !== 'form_data_error')
  expect(new Set(texts.map(([, text]) => text)).size).toBe(texts.length)
})

const now = Temporal.Instant.from('2027-03-12T12:00:00Z')
const lasting = (startsIn: number, endsIn: number, preview = false): Occurrence => {
  const moment = (minutes: number) => now.epochMilliseconds + minutes * 60_000
  return {
    start: moment(preview ? startsIn - 120 : startsIn),
    originalStart: moment(startsIn),
    end: moment(endsIn),
    preview,
  }
}
test.each([
  [lasting(1, 500), { state: 'before', colour: 'green', percent: 100 }],
  [lasting(60, 500, true), { state: 'before', colour: 'green', percent: 100 }],
  [lasting(0, 90), { state: 'running', colour: 'green', percent: 100, minutes: 90 }],
  [lasting(-10, 61), { state: 'running', colour: 'green', percent: 100, minutes: 61 }],
  [lasting(-10, 60), { state: 'running', colour: 'orange', percent: 100, minutes: 60 }],
  [lasting(-10, 31), { state: 'running', colour: 'orange', percent: 52, minutes: 31 }],
  [lasting(-10, 30), { state: 'running', colour: 'red', percent: 50, minutes: 30 }],
  [lasting(-10, 0), { state: 'running', colour: 'red', percent: 0, minutes: 0 }],
  [undefined, { state: 'over', colour: 'red', percent: 0 }],
  [lasting(-90, -30), { state: 'over', colour: 'red', percent: 0 }],
])('I-100 I-101 I-102 I-103 I-104 time left %# (AMB-136)', (occurrence, expected) => {
  expect(timeLeft(occurrence, now)).toEqual(expected)
})

test('I-018 I-020 each kind has its own cap, drafts theirs (AMB-73, api.md 8.23)', () => {
  const counts = { service: 3, specialOffer: 0, event: 2, drafts: 1, all: 6 }
  expect(isCreationRefused(3, counts, 'service')).toBe(true)
  expect(isCreationRefused(3, counts, 'event')).toBe(false)
  expect(isCreationRefused(3, { ...counts, drafts: 3 }, 'event')).toBe(true)
  expect(isCreationRefused(3, { ...counts, drafts: 5 }, null)).toBe(false)
  expect(isCreationRefused(3, { ...counts, drafts: 6 }, null)).toBe(true)
  expect(isCreationRefused(-1, { ...counts, drafts: 60 }, null)).toBe(false)
  // Others read them all: no plan has more than 300 (F8).
  expect(isCreationRefused(-1, { ...counts, all: 299 }, null)).toBe(false)
  expect(isCreationRefused(-1, { ...counts, all: 300 }, 'event')).toBe(true)
  expect(isCreationRefused(-1, counts, 'service')).toBe(false)
})

test('I-020 a draft counts in the kind announced, a gift among special offers (AMB-74)', () => {
  expect(announcedKind('gift', 'service')).toBe('specialOffer')
  expect(announcedKind('cultural', 'event')).toBe('event')
  expect(announcedKind('cultural', undefined)).toBeNull()
})

test('I-020 an instant needs room in the kind it enters, not in the one it is in', () => {
  const counts = { service: 3, specialOffer: 0, event: 5, drafts: 0, all: 8 }
  expect(isEntryRefused(3, counts, { before: null, after: 'service' })).toBe(true)
  expect(isEntryRefused(3, counts, { before: 'event', after: 'service' })).toBe(true)
  expect(isEntryRefused(3, counts, { before: 'event', after: 'specialOffer' })).toBe(false)
  expect(isEntryRefused(3, counts, { before: 'event', after: 'event' })).toBe(false)
  expect(isEntryRefused(-1, counts, { before: null, after: 'service' })).toBe(false)
})

test('I-006 I-007 I-008 the search reads title, descriptions and zip, case and accents ignored', () => {
  const instant = {
    title: "promo d'été",
    shortDescription: 'Glaces',
    longDescription: 'Deux boules, fraîches',
    zipCode: '75015',
  }
  for (const typed of ['PROMO', "D'ETE", 'd’été', 'glace', ' fraiches ', '75015', '']) {
    expect(instantMatches(instant, typed)).toBe(true)
  }
  expect(instantMatches(instant, 'pain')).toBe(false)
})
