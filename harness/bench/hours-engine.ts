import type { DayOfWeek } from '@parvis/domain/company/opening-hours'
import { type CompanyHours, dayHours, openSpans, planHours } from '@parvis/domain/hours/day-hours'
import { openingAt } from '@parvis/domain/hours/opening'
import { pickupQuarters } from '@parvis/domain/hours/pickup'
import { dateOfDay, parisDayNumber } from '@parvis/domain/kernel/paris-days'
import type { Section } from './section.ts'

/** Microseconds, of docs/spec/next.md section 8: one state, 62 days, the quarter-hours of 7 days. */
const budgets = { state: 50, days: 1_000, slots: 5_000 }
const now = Date.parse('2027-03-05T10:00:00+01:00')
const rounds = 2_000

/** The engine of hours on the largest company that rules allow: 40 lines, 50 exceptions, an own week of pick-ups. */
export function benchHoursEngine(): Section {
  const plan = planHours(largestHours())
  const first = parisDayNumber(now)
  const timed = [
    { what: 'one state', budget: budgets.state, run: (at: number) => openingAt(plan, now + at * 61_000) },
    { what: '62 days of hours', budget: budgets.days, run: (at: number) => sixtyTwoDays(plan, first + (at % 300)) },
    {
      what: 'quarter-hours of 7 days',
      budget: budgets.slots,
      run: (at: number) => pickupQuarters(plan, { now: now + at * 61_000, preparation: 45, horizon: 7 }),
    },
  ].map(({ run, ...one }) => ({ ...one, ...timesOf(run) }))
  const micro = (value: number) => `${value.toFixed(1)} µs`
  return {
    title: 'Engine of hours: 40 lines, 50 exceptions',
    headings: ['What', 'median', 'p95', 'allowed'],
    rows: timed.map(({ what, median, p95, budget }) => [what, micro(median), micro(p95), micro(budget)]),
    overruns: timed
      .filter(({ median, budget }) => median > budget)
      .map(({ what, median, budget }) => `engine of hours, ${what}: ${micro(median)}, ${micro(budget)} allowed`),
  }
}

function sixtyTwoDays(plan: ReturnType<typeof planHours>, first: number): number {
  const days = Array.from({ length: 62 }, (_, at) => dayHours(plan, first + at))
  return days.length + openSpans(plan, first, first + 61).length
}

function timesOf(run: (at: number) => unknown): { median: number; p95: number } {
  for (let at = 0; at < rounds; at++) run(at)
  const times = Array.from({ length: rounds }, (_, at) => {
    const began = performance.now()
    run(at)
    return (performance.now() - began) * 1_000
  }).sort((a, b) => a - b)
  return { median: times[Math.floor(rounds / 2)] ?? 0, p95: times[Math.floor(rounds * 0.95)] ?? 0 }
}

function largestHours(): CompanyHours {
  const days = [1, 2, 3, 4, 5, 6, 7] as const
  const week = Array.from({ length: 40 }, (_, at) => {
    const hour = 6 + Math.floor(at / 7) * 2
    return { days: [days[at % 7] as DayOfWeek], start: clock(hour, at % 30), end: clock(hour + 1, 30), enabled: true }
  })
  const today = parisDayNumber(now)
  const exceptions = Array.from({ length: 50 }, (_, at) => {
    const day = dateOfDay(today + at * 5)
    return {
      id: at + 1,
      from: day,
      to: at % 2 === 0 ? day : dateOfDay(today + at * 5 + 2),
      kind: at % 2 === 0 ? ('open' as const) : ('closed' as const),
      ranges: at % 2 === 0 ? [{ start: '09:00', end: '12:00' }] : [],
      closesAt: null,
      opensFrom: null,
      sets: {},
      message: null,
      source: 'manual' as const,
    }
  })
  return { week, exceptions, sets: [{ key: 'pickup', label: 'Retrait', week }], zip: '92110', usualHolidays: [] }
}

const clock = (hour: number, minute: number) => `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`
