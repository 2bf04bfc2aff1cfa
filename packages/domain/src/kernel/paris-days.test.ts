import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { expect, test } from 'vitest'
import { momentOf, parisDays } from './paris-days.ts'
import { instantOfParis } from './paris-time.ts'

test('AMB-147 T25 G15 every minute of every day is the instant that Temporal says, clock changes included', () => {
  const first = Temporal.PlainDate.from('2026-01-01')
  fc.assert(
    fc.property(fc.nat(1_500), fc.nat(40), fc.nat(1_439), (from, length, minutes) => {
      const day = first.add({ days: from })
      const days = parisDays(day, day.add({ days: length }))
      expect(days).toHaveLength(length + 1)
      for (const one of days) {
        const local = one.date.toPlainDateTime({ hour: Math.floor(minutes / 60), minute: minutes % 60 })
        expect(momentOf(one, minutes).equals(instantOfParis(local))).toBe(true)
        expect(one.dayOfWeek).toBe(one.date.dayOfWeek)
      }
    }),
    { numRuns: 60 },
  )
})

test('AMB-147 only the two nights of 2027 when clocks change have other hours', () => {
  const days = parisDays(Temporal.PlainDate.from('2027-01-01'), Temporal.PlainDate.from('2027-12-31'))
  const odd = days.filter(({ hasPlainHours }) => !hasPlainHours)
  expect(odd.map(({ date }) => date.toString())).toEqual(['2027-03-28', '2027-10-31'])
})
