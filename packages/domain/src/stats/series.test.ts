import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  chartWindows,
  cumulativeRegistrations,
  defaultChartWindow,
  defaultPageSize,
  pageSizes,
  registrationsPerDay,
  statCards,
} from './series.ts'

const today = '2026-11-20'
const profiles = [
  { count: 2, creationDate: '2026-11-20' },
  { count: 3, creationDate: '2026-10-22' },
  { count: 1, creationDate: '2026-10-22' },
  { count: 7, creationDate: '2026-10-21' },
]

test('T-008 one point a day, today the last, missing days at 0', () => {
  const points = registrationsPerDay(profiles, 30, today)
  expect(points).toHaveLength(30)
  expect(points[0]).toEqual({ day: '2026-10-22', count: 4 })
  expect(points[1]).toEqual({ day: '2026-10-23', count: 0 })
  expect(points.at(-1)).toEqual({ day: today, count: 2 })
})

test('T-009 the cumulative curve starts from what was before the window and never falls', () => {
  const points = cumulativeRegistrations(profiles, 30, today)
  expect([points[0]?.count, points.at(-1)?.count]).toEqual([11, 13])
  const day = fc
    .integer({ min: 0, max: 200 })
    .map((ago) => new Date(Date.UTC(2026, 10, 20 - ago)).toISOString().slice(0, 10))
  const some = fc.array(fc.record({ count: fc.integer({ min: 0, max: 50 }), creationDate: day }))
  fc.assert(
    fc.property(some, fc.constantFrom(...chartWindows), (counts, days) => {
      const totals = cumulativeRegistrations(counts, days, today).map((point) => point.count)
      expect(totals).toEqual(totals.toSorted((a, b) => a - b))
      expect(totals.at(-1)).toBe(counts.reduce((sum, each) => sum + each.count, 0))
    }),
  )
})

test('T-010 T-011 the choices of the page', () => {
  expect([...chartWindows, defaultChartWindow]).toEqual([30, 60, 90, 120, 150, 30])
  expect([...pageSizes, defaultPageSize]).toEqual([10, 20, 50, 20])
})

test('T-007 T-014 the four cards, zeros for a city without data', () => {
  const companies = ['commerce', 'commerce', 'association', 'mairie'].map((type) => ({ type }))
  expect(statCards(profiles, companies)).toEqual({ registrations: 13, commerces: 2, associations: 1, entreprises: 0 })
  expect(statCards([], [])).toEqual({ registrations: 0, commerces: 0, associations: 0, entreprises: 0 })
})
