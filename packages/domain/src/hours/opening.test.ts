import { expect, test } from 'vitest'
import { dayNumberOf, wallMoment } from '../kernel/paris-days.ts'
import { ringsAt } from '../notices/notices.ts'
import { type CompanyHours, type HourException, planHours } from './day-hours.ts'
import { checkException } from './exception-rules.ts'
import { closureNews } from './hours.texts.fr.ts'
import { openingText, weekRows } from './opening.fr.ts'
import { openingAt, serviceDay } from './opening.ts'
import { osmOpeningHours } from './osm.ts'
import { afterOpenMinutes, beforeOpenMinutes, pickupQuarters } from './pickup.ts'
import { comingHours, openingHoursSpecification, publicSets } from './published.ts'
import { checkClockRange, foldWeek, unfoldWeek, type WeekLine } from './week.ts'

const line = (days: readonly number[], start: string, end: string, enabled = true) =>
  ({ days, start, end, enabled }) as WeekLine
const everyDay = [1, 2, 3, 4, 5, 6, 7]
const shop = [line(everyDay, '09:00', '19:00')]
const bar = [line([2, 3, 4, 5, 6], '18:00', '02:00')]
const entry = (from: string, more: Partial<HourException> = {}): HourException => ({
  id: 1,
  from,
  to: from,
  kind: 'closed',
  ranges: [],
  closesAt: null,
  opensFrom: null,
  sets: {},
  message: null,
  source: 'manual',
  ...more,
})
const plan = (week: readonly WeekLine[], exceptions: readonly HourException[] = [], more: Partial<CompanyHours> = {}) =>
  planHours({ week, exceptions, sets: [], zip: '75011', usualHolidays: [], ...more })
const at = (wall: string) =>
  wallMoment(dayNumberOf(wall.slice(0, 10)), Number(wall.slice(11, 13)) * 60 + Number(wall.slice(14, 16)))
const say = (made: ReturnType<typeof plan>, wall: string) =>
  openingText(openingAt(made, at(wall)), at(wall)).replaceAll('\u00A0', ' ')
const closure = entry('2027-08-03', { to: '2027-08-18', message: 'Congés d’été' })

test.each([
  [plan(shop), '2027-06-09 12:00', 'Ouvert, ferme à 19 h'],
  [plan(bar), '2027-06-11 23:00', 'Ouvert, ferme à 2 h'],
  [plan([line(everyDay, '18:00', '00:00')]), '2027-06-11 23:00', 'Ouvert, ferme à minuit'],
  [plan([line(everyDay, '00:00', '00:00')]), '2027-06-11 23:00', 'Ouvert 24 h/24'],
  [plan([line(everyDay, '00:00', '00:00')], [closure]), '2027-07-31 23:00', 'Ouvert, ferme mardi à minuit'],
  [
    plan(shop, [entry('2027-06-09', { kind: 'cut', closesAt: '16:00' })]),
    '2027-06-09 12:00',
    'Ouvert, ferme exceptionnellement à 16 h',
  ],
  [plan(shop), '2027-06-09 08:00', 'Fermé, ouvre à 9 h'],
  [plan(shop), '2027-06-09 20:00', 'Fermé, ouvre demain à 9 h'],
  [plan(bar), '2027-06-06 12:00', 'Fermé, ouvre mardi à 18 h'],
  [plan([line([3], '09:00', '12:00')]), '2027-06-09 20:00', 'Fermé, ouvre mercredi prochain à 9 h'],
  [plan(shop, [entry('2027-06-09')]), '2027-06-09 12:00', 'Fermé exceptionnellement, ouvre demain à 9 h'],
  [
    plan(shop, [entry('2027-06-09', { kind: 'cut', closesAt: '15:07' })]),
    '2027-06-09 15:08',
    'Fermé exceptionnellement, ouvre demain à 9 h',
  ],
  [
    plan(shop, [entry('2027-06-09', { kind: 'cut', opensFrom: '10:30' })]),
    '2027-06-09 09:30',
    'Fermé exceptionnellement, ouvre à 10 h 30',
  ],
  [
    plan(shop, [entry('2027-07-14', { source: 'holiday' })]),
    '2027-07-14 12:00',
    'Fermé aujourd’hui (Fête nationale), ouvre demain à 9 h',
  ],
  [plan(shop), '2027-07-14 12:00', 'Ouvert, ferme à 19 h · Jour férié : horaires à confirmer'],
  [plan(shop, [], { usualHolidays: ['2027-07-14'] }), '2027-07-14 12:00', 'Ouvert, ferme à 19 h'],
  [plan(bar, [closure]), '2027-08-05 10:00', 'Fermé jusqu’au 18 août, rouvre jeudi 19 août à 18 h'],
  [
    plan(shop, [closure, entry('2027-08-15', { kind: 'open', ranges: [{ start: '09:00', end: '12:00' }] })]),
    '2027-08-10 10:00',
    'Fermé jusqu’au 14 août, rouvre dimanche 15 août à 9 h',
  ],
  [plan([line(everyDay, '09:00', '19:00', false)]), '2027-06-09 12:00', 'Temporairement fermé'],
  [plan([]), '2027-06-09 12:00', 'Horaires non renseignés'],
  [
    plan(shop, [entry('2027-06-09', { to: '2028-06-08' }), entry('2028-06-09', { to: '2029-06-07' })]),
    '2027-06-10 12:00',
    'Fermé',
  ],
])('H-011 H-012 H-013 2.4 the state line', (made, wall, text) => {
  expect(say(made, wall)).toBe(text)
})

test('H-042 a day by appointment is never open by it: the state, the row of the day, search engines and maps say it', () => {
  const friday = '2027-06-11'
  const mixed = plan([line([1], '09:00', '12:00')], [entry('2027-06-18')], { appointmentDays: [1, 5] })
  expect(openingAt(mixed, at(`${friday} 10:00`))).toMatchObject({ state: 'closed', reason: 'appointment' })
  expect(say(mixed, `${friday} 10:00`)).toBe('Sur rendez-vous, ouvre lundi à 9 h')
  expect(say(mixed, '2027-06-14 10:00')).toBe('Ouvert, ferme à 12 h')
  expect(say(mixed, '2027-06-18 10:00')).toBe('Fermé exceptionnellement, ouvre lundi à 9 h')
  expect(weekRows(mixed, at('2027-06-18 10:00')).map(({ hours }) => hours.replaceAll('\u00A0', ' '))).toEqual([
    '9 h – 12 h et sur rendez-vous',
    ...Array(3).fill('Fermé'),
    'Fermé exceptionnellement',
    ...Array(2).fill('Fermé'),
  ])
  expect(weekRows(mixed, at('2027-06-14 10:00'))[4]?.hours).toBe('Sur rendez-vous')
  const closed = { dayOfWeek: 'Friday', opens: '00:00', closes: '00:00', description: 'Sur rendez-vous' }
  expect(openingHoursSpecification(mixed, at(`${friday} 10:00`))[1]).toMatchObject(closed)
  expect(osmOpeningHours(mixed, at(`${friday} 10:00`))).toMatch(/^Mo 09:00-12:00, Fr "sur rendez-vous"; /)

  const alone = plan([], [], { appointmentDays: [1, 2, 3, 4, 5] })
  expect([say(alone, `${friday} 10:00`), say(alone, '2027-06-12 10:00')]).toEqual(['Sur rendez-vous', 'Fermé'])
  expect(ringsAt({ plan: alone, now: at(`${friday} 10:00`), always: false })).toBe(at(`${friday} 10:00`))
  const paused = plan([line([1], '09:00', '12:00', false)], [], { appointmentDays: [5] })
  expect(say(paused, `${friday} 10:00`)).toBe('Temporairement fermé')
})

test('H-003 a line ends the next day, to the minute, and equal times are 24 hours', () => {
  const friday = plan([line([5], '18:00', '02:00')])
  expect(openingAt(friday, at('2027-06-12 01:59')).state).toBe('open')
  expect(openingAt(friday, at('2027-06-12 02:00')).state).toBe('closed')
  expect(openingAt(friday, at('2027-06-11 01:00')).state).toBe('closed')
  expect(say(plan([line([5], '09:00', '09:00')]), '2027-06-12 08:59')).toBe('Ouvert, ferme à 9 h')
  expect(say(plan([line(everyDay, '00:00', '00:00')]), '2027-06-12 00:00')).toBe('Ouvert 24 h/24')
})

test('H-005 H-006 H-011 29 February is a day of its own, closed alone, in a closure, and where nothing else ever closes', () => {
  const always = [line(everyDay, '00:00', '00:00')]
  const alone = plan(always, [entry('2028-02-29')])
  expect(say(alone, '2028-02-28 23:59')).toBe('Ouvert, ferme à minuit')
  expect(openingAt(alone, at('2028-02-29 00:00'))).toMatchObject({
    state: 'closed',
    since: at('2028-02-29 00:00'),
    opensAt: at('2028-03-01 00:00'),
  })
  const winter = plan(shop, [entry('2028-02-28', { to: '2028-03-01' })])
  expect(openingAt(winter, at('2028-02-29 12:00'))).toMatchObject({
    reason: 'closure',
    lastClosedDay: '2028-03-01',
    opensAt: at('2028-03-02 09:00'),
  })
  expect(openingAt(plan(shop), at('2028-02-29 12:00')).closesAt).toBe(at('2028-02-29 19:00'))
  const year = (to: string) => checkException({ kind: 'closed', from: '2028-02-29', to }, '2028-01-01')
  expect([year('2029-02-28'), year('2029-03-01')]).toEqual([{}, { to: 'closure_too_long' }])
})

test('H-023 TO-05 the service day is the evening that runs, else today until its last closing', () => {
  const noon = plan([line(everyDay, '09:00', '12:30'), line(everyDay, '14:00', '19:00')])
  const service = (made: ReturnType<typeof plan>, wall: string) => serviceDay(made, at(wall))
  const wednesday = { day: '2027-06-09', start: at('2027-06-09 09:00'), end: at('2027-06-09 19:00') }
  expect(service(noon, '2027-06-09 08:00')).toEqual({ ...wednesday, isBegun: false })
  expect(service(noon, '2027-06-09 13:00')).toEqual({ ...wednesday, isBegun: true })
  expect(service(noon, '2027-06-09 19:00')).toMatchObject({ day: '2027-06-09', end: undefined })
  expect(service(plan(bar), '2027-06-12 01:00')).toMatchObject({ day: '2027-06-11', end: at('2027-06-12 02:00') })
})

test('H-025 what was saved is written for the followers', () => {
  const nbsp = (text: string) => text.replaceAll('\u00A0', ' ')
  expect(closureNews(closure)).toBe('Nous serons fermés du 3 au 18 août. Congés d’été')
  const ranges = [
    { start: '09:00', end: '12:30' },
    { start: '14:00', end: '18:00' },
  ]
  expect(nbsp(closureNews(entry('2027-08-15', { kind: 'open', ranges })))).toBe(
    'Le 15 août, nous serons ouverts de 9 h à 12 h 30 et de 14 h à 18 h.',
  )
})

test('H-004 TO-02 an evening belongs to the day on which it begins', () => {
  const state = (exceptions: HourException[], wall: string) => openingAt(plan(bar, exceptions), at(wall)).state
  expect([state([entry('2027-06-05')], '2027-06-05 00:30'), state([entry('2027-06-05')], '2027-06-05 19:00')]).toEqual([
    'open',
    'closed',
  ])
  expect([state([entry('2027-06-04')], '2027-06-05 00:30'), state([entry('2027-06-04')], '2027-06-05 19:00')]).toEqual([
    'closed',
    'open',
  ])
})

test('H-022 TO-05 a cut after midnight closes the evening that runs and leaves today alone', () => {
  const made = plan(bar, [entry('2027-06-04', { kind: 'cut', closesAt: '00:30', source: 'today' })])
  expect(openingAt(made, at('2027-06-05 00:31'))).toMatchObject({
    state: 'closed',
    reason: 'cut',
    opensAt: at('2027-06-05 18:00'),
  })
  expect(openingAt(made, at('2027-06-05 00:29'))).toMatchObject({
    state: 'open',
    closesAt: at('2027-06-05 00:30'),
    exceptionally: true,
  })
})

test('H-029 a holiday is to be confirmed on a usually open day without an entry only', () => {
  const asks = (week: WeekLine[], exceptions: HourException[], wall: string) =>
    openingAt(plan(week, exceptions), at(wall)).toConfirm
  expect(asks(shop, [], '2027-07-14 10:00')).toBe(true)
  expect(
    asks(shop, [entry('2027-07-14', { kind: 'open', ranges: [{ start: '09:00', end: '12:00' }] })], '2027-07-14 10:00'),
  ).toBe(false)
  expect(asks(shop, [entry('2027-07-10', { to: '2027-07-20' })], '2027-07-14 10:00')).toBe(false)
  expect(asks([line([1], '09:00', '19:00')], [], '2027-07-14 10:00')).toBe(false)
})

test('H-031 TO-07 the kitchen closes with the house, and a day may name hours for it', () => {
  const kitchen = {
    key: 'kitchen',
    label: 'Cuisine',
    week: [line(everyDay, '12:00', '14:00'), line(everyDay, '19:00', '22:00')],
  }
  const days = (exceptions: HourException[]) =>
    publicSets(plan([line(everyDay, '10:00', '23:00')], exceptions, { sets: [kitchen] }), '2027-06-09', 1)[0]?.days[0]
      ?.ranges
  expect(days([entry('2027-06-09', { kind: 'cut', closesAt: '20:00' })])).toEqual([
    { start: '12:00', end: '14:00' },
    { start: '19:00', end: '20:00' },
  ])
  const named = { kitchen: [{ start: '11:00', end: '12:00' }] }
  expect(
    days([entry('2027-06-09', { kind: 'open', ranges: [{ start: '10:00', end: '13:00' }], sets: named })]),
  ).toEqual(named.kitchen)
})

test('H-034 a long closure is announced a week before, a particular day a month before', () => {
  const made = plan(shop, [closure, entry('2027-08-25', { message: 'Inventaire' })])
  expect(comingHours(made, at('2027-07-26 10:00')).map(({ from }) => from)).toEqual(
    ['2027-08-15', '2027-08-25'].slice(1),
  )
  expect(comingHours(made, at('2027-07-27 10:00'))[0]).toEqual({
    from: '2027-08-03',
    to: '2027-08-18',
    ranges: [],
    reason: 'closure',
    message: 'Congés d’été',
    toConfirm: false,
  })
})

test('H-036 the OSM strings of the specification', () => {
  const now = at('2027-06-01 10:00')
  expect(osmOpeningHours(plan([...bar, line([7], '10:00', '14:00')]), now)).toBe(
    'Tu-Sa 18:00-26:00; Su 00:00-02:00,10:00-14:00',
  )
  expect(osmOpeningHours(plan([line(everyDay, '18:00', '02:00')], [closure]), now)).toBe(
    'Mo-Su 18:00-26:00; 2027 Aug 03 00:00-02:00; 2027 Aug 04-18 off "Congés d’été"; 2027 Aug 19 18:00-26:00',
  )
})

test('H-035 the JSON-LD of a late night and of a dated closing is that of the published examples', () => {
  const now = at('2027-06-01 10:00')
  expect(
    openingHoursSpecification(plan([line([6], '18:00', '03:00')], [entry('2027-12-23', { to: '2028-01-05' })]), now),
  ).toEqual([
    { '@type': 'OpeningHoursSpecification', dayOfWeek: 'Saturday', opens: '18:00', closes: '03:00' },
    {
      '@type': 'OpeningHoursSpecification',
      opens: '00:00',
      closes: '00:00',
      validFrom: '2027-12-23',
      validThrough: '2028-01-05',
    },
  ])
})

test('TO-01 H-016 evenings are stored as rows of the seeds', () => {
  const rows = (lines: WeekLine[]) =>
    unfoldWeek(lines).map(({ type, startTime, endTime }) => `${type} ${startTime}-${endTime}`)
  const singles = ['all_wednesdays', 'all_thursdays', 'all_fridays', 'all_saturdays', 'all_sundays']
  expect(rows(bar)).toEqual(['tuesdays_to_saturdays 18:00-23:59', ...singles.map((type) => `${type} 00:00-02:00`)])
  expect(rows([line([5, 6], '20:00', '01:00')])).toEqual([
    'all_fridays 20:00-23:59',
    'all_saturdays 00:00-01:00',
    'all_saturdays 20:00-23:59',
    'all_sundays 00:00-01:00',
  ])
  expect(foldWeek(unfoldWeek(bar))).toEqual(bar)
  expect(checkClockRange({ start: '23:55', end: '02:00' })).toBe('opening_start_error')
  expect(checkClockRange({ start: '18:00', end: '00:04' })).toBe('opening_end_error')
  expect(checkClockRange({ start: '18:00', end: '18:04' })).toBe('opening_end_error')
})

test('Q-019 TO-18 preparation is counted in open minutes', () => {
  const made = plan([line(everyDay, '09:00', '12:30')])
  const starts = (wall: string, horizon: number) => pickupQuarters(made, { now: at(wall), preparation: 30, horizon })
  const today = starts('2027-06-09 10:02', 1)[0]?.starts ?? []
  expect([today[0], today.at(-1)]).toEqual([at('2027-06-09 10:45'), at('2027-06-09 12:15')])
  expect(starts('2027-06-09 22:00', 2)[1]?.starts[0]).toBe(at('2027-06-10 09:30'))
  expect(afterOpenMinutes(made, at('2027-06-09 12:20'), 30)).toBe(at('2027-06-10 09:20'))
  expect(beforeOpenMinutes(made, at('2027-06-10 09:10'), 30)).toBe(at('2027-06-09 12:10'))
})

test('Q-020 « la veille avant 18 h »: 17:59 is in time, 18:01 is not', () => {
  const tomorrow = (wall: string) =>
    pickupQuarters(plan(shop), { now: at(wall), preparation: 0, horizon: 2, cutOff: { days: 1, time: '18:00' } })[1]
      ?.starts.length
  expect([tomorrow('2027-06-09 17:59'), tomorrow('2027-06-09 18:01')]).toEqual([40, 0])
})
