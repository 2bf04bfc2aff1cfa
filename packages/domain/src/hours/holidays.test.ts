import Holidays from 'date-holidays'
import { expect, test } from 'vitest'
import { easterSunday, holidayOn, holidaysOf, holidayZone } from './holidays.ts'

const datesOf = (zip: string, year: number) => holidaysOf(holidayZone(zip), year).map(({ date }) => date)

test.each([
  ['67000', 13],
  ['57000', 13],
  ['68100', 13],
  ['75011', 11],
  ['97110', 12],
  ['97200', 12],
  ['97300', 12],
  ['97400', 12],
  ['97600', 12],
  ['97133', 12],
  ['97150', 12],
  ['97500', 11],
  ['98800', 11],
])('H-026 %s has %i public holidays, one less when two fall on one day', (zip, count) => {
  const twice = ['97200 2031', '97300 2030']
  for (let year = 2026; year <= 2035; year++)
    expect(datesOf(zip, year)).toHaveLength(twice.includes(`${zip} ${year}`) ? count - 1 : count)
})

test('H-026 Easter Mondays are those of the table', () => {
  const mondays = [
    '2026-04-06',
    '2027-03-29',
    '2028-04-17',
    '2029-04-02',
    '2030-04-22',
    '2031-04-14',
    '2032-03-29',
    '2033-04-18',
    '2034-04-10',
    '2035-03-26',
  ]
  for (const monday of mondays) expect(holidayOn('', monday)?.name).toBe('Lundi de Pâques')
  expect(easterSunday(1999)).toBe('1999-04-04')
  expect(easterSunday(2038)).toBe('2038-04-25')
})

test('H-026 each zone has its own day, and the whole of an island is not that of its neighbour', () => {
  const own = (zip: string, day: string) => datesOf(zip, 2027).includes(`2027-${day}`)
  expect([
    own('97110', '05-27'),
    own('97200', '05-22'),
    own('97300', '06-10'),
    own('97400', '12-20'),
    own('97600', '04-27'),
  ]).toEqual(Array(5).fill(true))
  expect([own('97133', '10-09'), own('97150', '05-28'), own('97133', '05-27'), own('97150', '05-27')]).toEqual([
    true,
    true,
    false,
    false,
  ])
  expect(holidayOn('alsace-moselle', '2027-03-26')?.note).toContain('temple protestant')
})

test.each([
  ['75011', ['FR']],
  ['67000', ['FR', '67']],
  ['57000', ['FR', '57']],
  ['68000', ['FR', '68']],
  ['97110', ['FR', 'GP']],
  ['97200', ['FR', 'MQ']],
  ['97300', ['FR', 'GF']],
  ['97400', ['FR', 'RE']],
  ['97600', ['FR', 'YT']],
] as const)('H-026 from 1990 to 2060 %s has the days that date-holidays says', (zip, [country, state]) => {
  const oracle = state ? new Holidays(country, state) : new Holidays(country)
  for (let year = 1990; year <= 2060; year++) {
    const said = oracle
      .getHolidays(year)
      .filter(({ type }) => type === 'public')
      .map(({ date }) => date.slice(0, 10))
      // Usage, not law: Good Friday in Guadeloupe and Martinique.
      .filter((date) => !(['97110', '97200'].includes(zip) && date === goodFriday(year)))
    expect([...new Set(said)].sort()).toEqual(datesOf(zip, year))
  }
})

function goodFriday(year: number): string {
  return new Date(Date.parse(`${easterSunday(year)}T00:00:00Z`) - 2 * 86_400_000).toISOString().slice(0, 10)
}
