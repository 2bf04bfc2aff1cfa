import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { expect, test } from 'vitest'
import {
  dateOfDay,
  daysBetween,
  daysLater,
  hasPlainHours,
  parisDayNumber,
  plainDateOf,
  wallMoment,
  weekdayOf,
} from './paris-days.ts'
import {
  instantOfParis,
  parisDay,
  parisOf,
  readDateTime,
  readParisLocal,
  startOfParisDay,
  startOfParisWeek,
  timeInsteadOf,
  writeParisIso,
  writeParisMinute,
} from './paris-time.ts'
import { parisToday } from './paris-today.ts'

const iso = (text: string) => {
  const instant = readDateTime(text)
  return instant && writeParisIso(instant)
}

test.each([
  ['2027-03-12 14:30', '2027-03-12T14:30:00+01:00'],
  ['2027-07-12T14:30', '2027-07-12T14:30:00+02:00'],
  ['2027-03-12T13:30:00Z', '2027-03-12T14:30:00+01:00'],
  ['2027-03-12T14:30:00.123+01:00', '2027-03-12T14:30:00+01:00'],
  ['2027-03-12T14:30:00 01:00', '2027-03-12T14:30:00+01:00'],
  ['2027-03-12T09:30:00-0400', '2027-03-12T14:30:00+01:00'],
  ['2027-03-28 02:30', '2027-03-28T03:30:00+02:00'],
  ['2027-10-31 02:30', '2027-10-31T02:30:00+02:00'],
])('O-005 reads %j as %s (AMB-147)', (text, expected) => {
  expect(iso(text)).toBe(expected)
})

test('O-005 a time with an offset is the moment that Temporal reads, whatever its day, its second and its offset', () => {
  const two = (max: number) => fc.integer({ min: 0, max: max }).map((n) => String(n).padStart(2, '0'))
  const offset = fc.oneof(
    fc.constant('Z'),
    fc.tuple(fc.constantFrom('+', '-'), two(25), two(61)).map(([a, b, c]) => `${a}${b}:${c}`),
  )
  const fraction = fc.constantFrom('', '.5', '.123', '.999999999')
  const moment = fc.tuple(
    fc.integer({ min: 1899, max: 3000 }),
    two(13),
    two(32),
    two(24),
    two(60),
    two(60),
    fraction,
    offset,
  )
  fc.assert(
    fc.property(moment, ([year, month, day, hour, minute, second, part, away]) => {
      const text = `${year}-${month}-${day}T${hour}:${minute}:${second}${part}${away}`
      const isRead = year >= 1900 && year <= 2999 && second !== '60'
      const expected = isRead ? attempted(() => Temporal.Instant.from(text).epochNanoseconds) : undefined
      expect(readDateTime(text)?.epochNanoseconds).toBe(expected)
    }),
    { numRuns: 2_000 },
  )
})

function attempted<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}

test.each([
  '',
  '2027-03-12',
  '31/02/2027 10:00',
  '2027-02-31 10:00',
  '2027-03-12 24:00',
  '2027-03-12 10:60',
  '2027-03-12T10:00:60Z',
  '0001-01-01 00:00',
  '3000-01-01 00:00',
  '+012027-01-01T00:00Z',
  '2027-03-12T10:00:00+99:00',
  '2027-03-12T10:00[Asia/Tokyo]',
  'demain',
])('O-009 refuses the date %j', (text) => {
  expect(readDateTime(text)).toBeUndefined()
})

test('AMB-82 a local time is kept as written, an offset is converted', () => {
  expect(readParisLocal('2027-03-28 02:30')?.toString()).toBe('2027-03-28T02:30:00')
  expect(readParisLocal('2027-03-12T00:30:00Z')?.toString()).toBe('2027-03-12T01:30:00')
  expect(readParisLocal('x')).toBeUndefined()
})

test.each([
  ['2027-03-28 02:30', '03:30'],
  ['2027-03-28 03:30', undefined],
  ['2027-10-31 02:30', undefined],
  ['demain 02:30', undefined],
])('I-061 AMB-127 instead of %s the clock of Paris shows %s', (local, expected) => {
  expect(timeInsteadOf(local)).toBe(expected)
})

test('the notification date is written to the minute in Paris', () => {
  expect(writeParisMinute(Temporal.Instant.from('2027-07-12T22:05:59Z'))).toBe('2027-07-13 00:05')
})

test('G-013 days are those of Paris', () => {
  const newYork = Temporal.Instant.from('2026-11-20T20:00:00-05:00')
  expect(parisDay(newYork).toString()).toBe('2026-11-21')
  expect(writeParisIso(startOfParisDay(Temporal.PlainDate.from('2027-03-28')))).toBe('2027-03-28T00:00:00+01:00')
})

test.each([
  ['2026-11-22T23:59:59+01:00', '2026-11-16T00:00:00+01:00'],
  ['2026-11-23T00:00:00+01:00', '2026-11-23T00:00:00+01:00'],
  ['2027-03-28T23:00:00+02:00', '2027-03-22T00:00:00+01:00'],
  ['2026-12-31T22:59:59Z', '2026-12-28T00:00:00+01:00'],
])('AMB-107 the week of %s starts on %s', (text, start) => {
  expect(writeParisIso(startOfParisWeek(Temporal.Instant.from(text)))).toBe(start)
})

test('AMB-126 a moment is written the same from an instant, a date and milliseconds', () => {
  const date = new Date('2027-03-12T13:30:00.250Z')
  const instant = Temporal.Instant.fromEpochMilliseconds(date.getTime())
  const written = [instant, date, date.getTime()].map((moment) => writeParisIso(moment))
  expect(written).toEqual(Array(3).fill('2027-03-12T14:30:00+01:00'))
})

test('G-013 the day in Paris is the same without Temporal', () => {
  for (const text of ['2026-11-20T22:59:59Z', '2026-11-20T23:00:00Z', '2027-07-01T22:00:00Z']) {
    const instant = Temporal.Instant.from(text)
    expect(parisToday(instant.epochMilliseconds)).toBe(parisDay(instant).toString())
  }
})

test('AMB-147 T25 every date is written as Temporal writes it, clock changes and old offsets included', () => {
  const some = [1905, 1940, 1979, 1980, 2027, 2999].map((year) => Date.UTC(year, 5, 15, 10, 30, 5))
  const around = ['2027-03-28T01:00:00Z', '2027-10-31T01:00:00Z'].flatMap((text) =>
    [-3_600_001, -1, 0, 1, 3_600_000].map((change) => Date.parse(text) + change),
  )
  for (const milliseconds of [...some, ...around]) {
    const instant = Temporal.Instant.fromEpochMilliseconds(milliseconds)
    const expected = parisOf(instant).toString({ smallestUnit: 'second', timeZoneName: 'never' })
    expect([writeParisIso(instant), writeParisIso(instant)]).toEqual([expected, expected])
  }
})

test('AMB-147 T25 G15 every minute of every day is the instant that Temporal says, clock changes included', () => {
  const first = Temporal.PlainDate.from('2026-01-01')
  fc.assert(
    fc.property(fc.nat(1_500), fc.nat(40), fc.nat(1_439), (from, length, minutes) => {
      const day = first.add({ days: from })
      const number = parisDayNumber(startOfParisDay(day).epochMilliseconds)
      const days = daysBetween(number, number + length)
      expect(days).toHaveLength(length + 1)
      for (const one of days) {
        const local = plainDateOf(one).toPlainDateTime({ hour: Math.floor(minutes / 60), minute: minutes % 60 })
        expect(wallMoment(one, minutes)).toBe(instantOfParis(local).epochMilliseconds)
        expect(weekdayOf(one)).toBe(plainDateOf(one).dayOfWeek)
      }
    }),
    { numRuns: 60 },
  )
})

test('AMB-147 only the two nights of 2027 when clocks change have other hours', () => {
  const days = daysBetween(Date.UTC(2027, 0, 1) / 86_400_000, Date.UTC(2027, 11, 31) / 86_400_000)
  const odd = days.filter((day) => !hasPlainHours(day))
  expect(odd.map(dateOfDay)).toEqual(['2027-03-28', '2027-10-31'])
})

test('AMB-126 T25 so many days later it is the same time by the clocks, as Temporal says', () => {
  const secondHour = Date.parse('2026-10-25T01:30:00Z')
  expect(daysLater(secondHour, 0)).toBe(secondHour)
  const from = Date.UTC(2026, 0, 1)
  fc.assert(
    fc.property(fc.nat(2 * 365 * 86_400_000), fc.nat(40), (milliseconds, days) => {
      const moment = from + milliseconds
      const said = parisOf(Temporal.Instant.fromEpochMilliseconds(moment)).add({ days }).epochMilliseconds
      expect(daysLater(moment, days)).toBe(said)
    }),
    { numRuns: 2_000 },
  )
})
