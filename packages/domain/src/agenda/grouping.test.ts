import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { expect, test } from 'vitest'
import { parisDay, readDateTime, writeParisIso } from '../kernel/paris-time.ts'
import { readCityCodes } from './city-codes.ts'
import { agendaPeriods, groupAgenda, splitRepeats } from './grouping.ts'

const at = (text: string) => readDateTime(text) ?? Temporal.Instant.from('1970-01-01T00:00Z')
const item = (id: number, text: string, shownHoursBefore = 0) => ({
  id,
  start: writeParisIso(at(text).subtract({ hours: shownHoursBefore })),
  originalStart: writeParisIso(at(text)),
})
const titles = (days: string[], now: string) =>
  groupAgenda(
    days.map((day, index) => item(index + 1, `${day} 18:00`)),
    at(now),
  ).map((group) => group.title)

test('G-003 G-004 G-005 G-006 G-007 the groups and their order', () => {
  const days = ['2027-10-05', '2026-11-10', '2026-11-09', '2026-11-03', '2026-11-02', '2026-11-30', '2026-12-01']
  const week = ['2026-11-04', '2026-11-05', '2026-11-06', '2026-11-07', '2026-11-08']
  expect(titles([...days, ...week], '2026-11-02 10:00')).toEqual([
    'Aujourd’hui',
    'Demain',
    'Mercredi',
    'Jeudi',
    'Vendredi',
    'Samedi',
    'Dimanche',
    'Lundi',
    'Plus tard ce mois-ci',
    'décembre 2026',
    'octobre 2027',
  ])
})

test.each(['2026-11-02 10:00', '2026-11-25 10:00', '2026-12-31 23:30'])(
  'G-003 G-007 on %s the periods of an agenda are the groups of what happens every day, each from its first day on',
  (now) => {
    const days = Array.from({ length: 400 }, (_, n) => at(now).toZonedDateTimeISO('Europe/Paris').add({ days: n }))
    const items = days.map((day, n) => item(n, `${day.toPlainDate()} 23:59`))
    const groups = groupAgenda(items, at(now))
    const periods = agendaPeriods(at(now))
    expect(periods.map(({ key, title }) => [key, title])).toEqual(groups.map(({ key, title }) => [key, title]))
    const firstDays = groups.map(({ items: [first] }) => first?.originalStart.slice(0, 10))
    const starts = periods.map(({ start }) => writeParisIso(Temporal.Instant.fromEpochMilliseconds(start)))
    expect(starts).toEqual(firstDays.map((day) => expect.stringContaining(`${day}T00:00:00`)))
  },
)

test('G-006 near the end of a month the next weeks are not called this month (AMB-95)', () => {
  expect(titles(['2026-12-03', '2026-12-31', '2027-01-01'], '2026-11-25 10:00')).toEqual([
    'Les semaines à venir',
    'janvier 2027',
  ])
  expect(titles(['2026-11-30'], '2026-11-22 10:00')).toEqual(['Plus tard ce mois-ci'])
})

test('G-007 month +11 is there, month +12 is not', () => {
  expect(titles(['2027-10-31', '2027-11-01'], '2026-11-02 10:00')).toEqual(['octobre 2027'])
})

test('G-009 G-010 nothing gives no group; items are in start order', () => {
  expect(groupAgenda([], at('2026-11-02 10:00'))).toEqual([])
  const [today] = groupAgenda([item(1, '2026-11-02 18:00'), item(2, '2026-11-02 12:00')], at('2026-11-02 10:00'))
  expect(today?.items.map(({ id }) => id)).toEqual([2, 1])
})

test('G-010 G-012 what is shown two hours before stands at the hour that is read on it', () => {
  const items = [item(1, '2026-11-02 15:00', 2), item(2, '2026-11-02 14:00')]
  expect(groupAgenda(items, at('2026-11-02 10:00'))[0]?.items.map(({ id }) => id)).toEqual([2, 1])
})

test('G-003 what is running, or began yesterday, is today', () => {
  expect(titles(['2026-11-01'], '2026-11-02 00:10')).toEqual(['Aujourd’hui'])
})

test('G-005 an instant appears once per group, its earliest occurrence (AMB-96)', () => {
  const items = [item(1, '2026-11-20 18:00'), item(1, '2026-11-15 18:00'), item(1, '2026-11-03 18:00')]
  const groups = groupAgenda(items, at('2026-11-02 10:00'))
  expect(groups.map((group) => group.items.map(({ start }) => start.slice(0, 10)))).toEqual([
    ['2026-11-03'],
    ['2026-11-15'],
  ])
})

test('G-004 a preview shown the evening before belongs to the day it starts', () => {
  expect(groupAgenda([item(1, '2026-11-03 01:00', 2)], at('2026-11-02 10:00'))[0]?.title).toBe('Demain')
})

test('G-013 days are those of Paris', () => {
  const newYorkEvening = Temporal.Instant.from('2026-11-02T20:00:00-05:00')
  expect(groupAgenda([item(1, '2026-11-03 12:00')], newYorkEvening)[0]?.title).toBe('Aujourd’hui')
})

test('G-007 G-010 whatever the day, each item of the next 11 months is in exactly one group', () => {
  const hours = fc.array(fc.integer({ min: 0, max: 330 * 24 }), { maxLength: 12 })
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 365 * 24 }), hours, (nowHours, offsets) => {
      const now = at('2026-01-01 00:00').add({ hours: nowHours })
      const items = offsets.map((offset, id) => {
        const start = writeParisIso(now.add({ hours: offset }))
        return { id, start, originalStart: start }
      })
      const groups = groupAgenda(items, now)
      expect(groups.flatMap((group) => group.items)).toHaveLength(items.length)
      const days = groups.flatMap((group) =>
        group.items.map(({ start }) => parisDay(Temporal.Instant.from(start)).toString()),
      )
      expect(days).toEqual(days.toSorted())
    }),
    { numRuns: 300 },
  )
})

const group = (key: string, ...ids: number[]) => ({ key, title: key, items: ids.map((id) => ({ id })) })

test('G-010 recurrent items are told from new ones, in the order of each group', () => {
  const split = splitRepeats([group('0', 2, 1), group('1', 3, 1), group('2', 1, 4, 3)])
  expect(split.map(({ fresh }) => fresh.map(({ id }) => id))).toEqual([[2, 1], [3], [4]])
  expect(split.map(({ repeated }) => repeated.map(({ id }) => id))).toEqual([[], [1], [1, 3]])
})

test.each([
  ['[75015]', ['75015']],
  ['["75015"]', ['75015']],
  ['75015', ['75015']],
  ['75015,92110', ['75015', '92110']],
  ['[ "75015" , 92110 ]', ['75015', '92110']],
  ['1000', ['01000']],
  [
    ['75015', '92110'],
    ['75015', '92110'],
  ],
  ['75015,75015', ['75015']],
  ['00100', ['00100']],
])('C-031 AMB-97 reads %j', (received, zips) => {
  expect(readCityCodes(received)).toEqual(zips)
})

test.each([
  undefined,
  '',
  '[]',
  '[""]',
  '99000',
  'abc',
  '750150',
  '75015,',
  '[[75015]]',
  '{"a":75015}',
  ['75015', 'x'],
])('C-031 AMB-97 refuses %j', (received) => {
  expect(readCityCodes(received)).toBeUndefined()
})

test('C-031 AMB-97 takes 20 zips and refuses 21', () => {
  const zips = Array.from({ length: 21 }, (_, index) => String(75001 + index))
  expect(readCityCodes(zips.slice(1).join(','))).toHaveLength(20)
  expect(readCityCodes(zips.join(','))).toBeUndefined()
})
