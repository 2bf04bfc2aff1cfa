import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { expect, test } from 'vitest'
import { daysLater, momentOf, parisDayNumber, parisDays } from './paris-days.ts'
import { instantOfParis, parisOf, startOfParisDay } from './paris-time.ts'

test('AMB-147 T25 G15 every minute of every day is the instant that Temporal says, clock changes included', () => {
  const first = Temporal.PlainDate.from('2026-01-01')
  fc.assert(
    fc.property(fc.nat(1_500), fc.nat(40), fc.nat(1_439), (from, length, minutes) => {
      const day = first.add({ days: from })
      const number = parisDayNumber(startOfParisDay(day).epochMilliseconds)
      const days = parisDays(number, number + length)
      expect(days).toHaveLength(length + 1)
      for (const one of days) {
        const local = one.date.toPlainDateTime({ hour: Math.floor(minutes / 60), minute: minutes % 60 })
        expect(momentOf(one, minutes)).toBe(instantOfParis(local).epochMilliseconds)
        expect(one.dayOfWeek).toBe(one.date.dayOfWeek)
      }
    }),
    { numRuns: 60 },
  )
})

test('AMB-147 only the two nights of 2027 when clocks change have other hours', () => {
  const days = parisDays(Date.UTC(2027, 0, 1) / 86_400_000, Date.UTC(2027, 11, 31) / 86_400_000)
  const odd = days.filter(({ hasPlainHours }) => !hasPlainHours)
  expect(odd.map(({ date }) => date.toString())).toEqual(['2027-03-28', '2027-10-31'])
})

test('AMB-126 T25 so many days later it is the same time by the clocks, as Temporal says', () => {
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
