import { Temporal } from 'temporal-polyfill'
import { expect, test } from 'vitest'
import { writeParisIso } from '../kernel/paris-time.ts'
import { windowOfDays } from './occurrences.ts'
import type { RecurrentItem } from './schedule.ts'

const line = (startMinutes: number, endMinutes: number, more: Partial<RecurrentItem> = {}): RecurrentItem => ({
  kind: 'recurrent',
  dayType: 'all_days',
  startMinutes,
  endMinutes,
  preview: false,
  enabled: true,
  ...more,
})
const from = (text: string) => Temporal.Instant.from(text)
const shown = (item: RecurrentItem, now: string, days: number) =>
  windowOfDays(
    from(now),
    days,
  )([item]).map(
    ({ originalStart, end }) => `${writeParisIso(originalStart).slice(5, 16)} ${(end - originalStart) / 60_000}`,
  )

test('H-107 T25 the nights on which the clocks change lose nothing and double nothing', () => {
  const evening = line(22 * 60, 26 * 60 + 30)
  expect(shown(evening, '2027-03-27T03:00:00Z', 2)).toEqual(['03-27T22:00 270', '03-28T22:00 270'])
  expect(shown(evening, '2027-10-30T03:00:00Z', 2)).toEqual(['10-30T22:00 270', '10-31T22:00 270'])
  const night = line(135, 165)
  expect(shown(night, '2027-03-27T12:00:00Z', 2)).toEqual(['03-28T03:15 30', '03-29T02:15 30'])
  expect(shown(night, '2027-10-30T12:00:00Z', 2)).toEqual(['10-31T02:15 30', '11-01T02:15 30'])
})

test('H-107 an evening of 31 December ends in the next year, and 29 February has its own', () => {
  expect(shown(line(22 * 60, 26 * 60), '2027-12-31T12:00:00Z', 1)).toEqual(['12-31T22:00 240'])
  const leap = line(10 * 60, 12 * 60, { from: '2028-02-28', until: '2028-03-01', except: ['2028-03-01'] })
  expect(shown(leap, '2028-02-20T12:00:00Z', 30)).toEqual(['02-28T10:00 120', '02-29T10:00 120'])
})

test('H-104 a preview before midnight is of the evening before, two elapsed hours', () => {
  const [first] = windowOfDays(
    from('2027-03-06T21:30:00Z'),
    1,
  )([line(30, 90, { dayType: 'all_sundays', preview: true })])
  expect(writeParisIso(first?.start ?? 0)).toBe('2027-03-06T22:30:00+01:00')
  const [spring] = windowOfDays(
    from('2027-03-28T00:00:00Z'),
    1,
  )([line(270, 330, { dayType: 'all_sundays', preview: true })])
  expect((spring?.originalStart ?? 0) - (spring?.start ?? 0)).toBe(7_200_000)
  expect(writeParisIso(spring?.start ?? 0)).toBe('2027-03-28T01:30:00+01:00')
})
