import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { expect, test } from 'vitest'
import { type DayType, dayTypes } from '../company/opening-hours.ts'
import { readDateTime, writeParisIso } from '../kernel/paris-time.ts'
import {
  agendaBetween,
  agendaWindow,
  lastAgendaStarts,
  nextOccurrence,
  type Occurrence,
  windowOfDays,
} from './occurrences.ts'
import { daysOfItem, type FixedItem, type RecurrentItem } from './schedule.ts'
import { upcomingWindow } from './takes-place.ts'

const at = (text: string) => readDateTime(text) ?? Temporal.Instant.from('1970-01-01T00:00Z')
const clock = (text: string) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3))
const recurrent = (dayType: DayType, start: string, end: string, more: Partial<RecurrentItem> = {}): RecurrentItem => ({
  kind: 'recurrent',
  dayType,
  startMinutes: clock(start),
  endMinutes: clock(end),
  preview: false,
  enabled: true,
  ...more,
})
const fixed = (start: string, end: string, more: Partial<FixedItem> = {}): FixedItem => ({
  kind: 'fixed',
  start: at(start),
  end: at(end),
  preview: false,
  enabled: true,
  ...more,
})
const show = (occurrence: Occurrence | undefined) =>
  occurrence && `${writeParisIso(occurrence.start)} ${writeParisIso(occurrence.end)}`
const shortly = (occurrences: Occurrence[]) =>
  occurrences.map(({ start, end }) => `${writeParisIso(start).slice(5, 16)}>${writeParisIso(end).slice(11, 16)}`)

test('I-089 a recurrent item takes place on its days, by start', () => {
  const items = [recurrent('saturdays_and_sundays', '14:00', '15:00'), recurrent('all_mondays', '09:00', '10:00')]
  expect(shortly(agendaWindow(at('2026-11-20 12:00'))(items).slice(0, 4))).toEqual([
    '11-21T14:00>15:00',
    '11-22T14:00>15:00',
    '11-23T09:00>10:00',
    '11-28T14:00>15:00',
  ])
})

test('I-090 I-107 paused and finished items have no occurrence', () => {
  const now = at('2026-11-20 12:00')
  expect(nextOccurrence([recurrent('all_days', '09:00', '10:00', { enabled: false })], now)).toBeUndefined()
  expect(nextOccurrence([fixed('2026-11-20 10:00', '2026-11-20 12:00')], now)).toBeUndefined()
  expect(show(nextOccurrence([fixed('2026-11-20 10:00', '2026-11-20 12:01')], now))).toContain('T10:00')
  expect(show(nextOccurrence([fixed('2029-05-01 10:00', '2029-05-01 12:00')], now))).toContain('2029-05-01T10:00')
})

test('I-088 G-012 the preview begins two elapsed hours before, across the clock change too', () => {
  const item = recurrent('all_sundays', '03:30', '05:00', { preview: true })
  const occurrence = nextOccurrence([item], at('2027-03-27 12:00'))
  expect(show(occurrence)).toBe('2027-03-28T00:30:00+01:00 2027-03-28T05:00:00+02:00')
  expect(occurrence && writeParisIso(occurrence.originalStart)).toBe('2027-03-28T03:30:00+02:00')
})

test('I-107 a running occurrence is the next one until its end', () => {
  const item = recurrent('all_days', '09:00', '10:00')
  expect(show(nextOccurrence([item], at('2026-11-20 09:59')))).toContain('2026-11-20T09:00')
  expect(show(nextOccurrence([item], at('2026-11-20 10:00')))).toContain('2026-11-21T09:00')
})

test('P-013 upcoming: within 21 days, the start included, or running (AMB-92)', () => {
  const now = at('2026-11-20 12:00')
  expect(show(upcomingWindow(now)([fixed('2026-12-11 12:00', '2026-12-11 13:00')])[0])).toContain('2026-12-11')
  expect(upcomingWindow(now)([fixed('2026-12-11 12:01', '2026-12-11 13:00')])[0]).toBeUndefined()
  expect(upcomingWindow(now)([fixed('2026-11-20 10:00', '2026-11-20 12:30')])[0]).toBeDefined()
  expect(upcomingWindow(now)([fixed('2026-12-11 14:00', '2026-12-11 15:00', { preview: true })])[0]).toBeDefined()
})

test('G-007 G-008 agenda: fixed to the end of month +11, recurrent for 30 days (AMB-94)', () => {
  const now = at('2026-11-20 12:00')
  expect(writeParisIso(lastAgendaStarts(now.epochMilliseconds).fixed)).toBe('2027-10-31T23:59:59+01:00')
  expect(agendaWindow(now)([fixed('2027-10-31 23:00', '2027-10-31 23:59')])).toHaveLength(1)
  expect(agendaWindow(now)([fixed('2027-11-01 00:00', '2027-11-01 01:00')])).toHaveLength(0)
  const daily = agendaWindow(now)([recurrent('all_days', '12:00', '13:00')])
  expect(daily).toHaveLength(31)
  expect(shortly(daily).at(-1)).toBe('12-20T12:00>13:00')
})

test('F8 a later page of the agenda holds what starts between its cursor and its last start, nothing that runs', () => {
  const now = at('2026-11-20 12:00')
  const between = (last: number, first: number) => agendaBetween(now, { fixed: last, recurrent: last }, first)
  const [first, last] = [at('2026-11-25 10:00').epochMilliseconds, at('2026-11-27 10:00').epochMilliseconds]
  const items = [recurrent('all_days', '10:00', '23:59'), fixed('2026-11-25 09:59', '2026-11-25 12:00')]
  expect(shortly(between(last, first)(items))).toEqual([25, 26, 27].map((day) => `11-${day}T10:00>23:59`))
  const night = recurrent('all_days', '01:00', '02:00', { preview: true })
  expect(shortly(between(last, first)([night]))).toEqual(['11-25T23:00>02:00', '11-26T23:00>02:00'])
  const beyond = [
    agendaBetween(now, lastAgendaStarts(now.epochMilliseconds), at('2027-05-01 10:00').epochMilliseconds),
    between(first, last),
  ]
  expect(beyond.flatMap((window) => window(items))).toEqual([])
})

const springAndAutumn: [string, string, string, string, string][] = [
  ['2027-03-28', '01:30', '02:15', '03-28T01:30>03:15', 'the end is in the missing hour'],
  ['2027-03-28', '02:30', '03:00', '03-28T03:30>04:00', 'the start is in the missing hour'],
  ['2027-03-28', '02:30', '03:40', '03-28T03:30>04:40', 'the shift would leave 10 minutes'],
  ['2027-03-28', '02:30', '05:00', '03-28T03:30>05:00', 'the shift leaves enough'],
  ['2027-03-28', '02:10', '02:25', '03-28T03:10>03:25', 'both are in the missing hour'],
  ['2027-10-31', '02:30', '02:45', '10-31T02:30>02:45', 'both are in the doubled hour'],
  ['2027-10-31', '01:30', '02:30', '10-31T01:30>02:30', 'the end is in the doubled hour'],
  ['2027-10-31', '03:30', '04:00', '10-31T03:30>04:00', 'after the doubled hour'],
]
test.each(springAndAutumn)('I-086 on %s from %s to %s: %s, %s (AMB-147, T25)', (day, start, end, shown) => {
  const item = recurrent('all_sundays', start, end)
  const [occurrence, next] = agendaWindow(at(`${day} 00:00`))([item])
  expect(next && next.start - at(`${day} 23:59`).epochMilliseconds).toBeGreaterThan(0)
  expect(occurrence && shortly([occurrence])).toEqual([shown])
  const lasts = occurrence ? (occurrence.end - occurrence.start) / minute : 0
  expect(lasts).toBeGreaterThanOrEqual(15)
})

test('I-086 the doubled hour is taken the first time', () => {
  const occurrence = nextOccurrence([recurrent('all_sundays', '02:30', '02:45')], at('2027-10-30 12:00'))
  expect(show(occurrence)).toBe('2027-10-31T02:30:00+02:00 2027-10-31T02:45:00+02:00')
})

// The oracle knows nothing of Temporal: the European rule, and arithmetic on milliseconds.
const minute = 60_000
const day = 1440 * minute
const changes = (year: number) =>
  [2, 9].map((month) => {
    const last = new Date(Date.UTC(year, month, 31, 1))
    return last.getTime() - last.getUTCDay() * day
  })
const offset = (time: number) => {
  const [spring = 0, autumn = 0] = changes(new Date(time).getUTCFullYear())
  return (time >= spring && time < autumn ? 120 : 60) * minute
}
const toUtc = (local: number) => {
  const summer = local - 120 * minute
  const winter = local - 60 * minute
  return offset(summer) === 120 * minute ? summer : winter
}
const oracle = (items: readonly RecurrentItem[], from: number, to: number) => {
  const found: [number, number][] = []
  for (let local = Math.floor(from / day) * day - day; local <= to + 2 * day; local += day) {
    for (const item of items) {
      const weekday = (((local / day + 3) % 7) + 1) as 1 | 2 | 3 | 4 | 5 | 6 | 7
      if (!item.enabled || !daysOfItem(item).includes(weekday)) continue
      const start = toUtc(local + item.startMinutes * minute)
      const plainEnd = toUtc(local + item.endMinutes * minute)
      const end = plainEnd - start < 15 * minute ? start + (item.endMinutes - item.startMinutes) * minute : plainEnd
      const shown = start - (item.preview ? 120 * minute : 0)
      if (end > from && shown <= to) found.push([shown, end])
    }
  }
  return found.sort((a, b) => a[0] - b[0] || a[1] - b[1])
}

const anyItem = fc
  .record({
    dayType: fc.constantFrom(...dayTypes),
    startMinutes: fc.oneof(fc.integer({ min: 0, max: 240 }), fc.integer({ min: 0, max: 1424 })),
    length: fc.integer({ min: 15, max: 300 }),
    preview: fc.boolean(),
    enabled: fc.boolean(),
  })
  .map(({ dayType, startMinutes, length, preview, enabled }): RecurrentItem => {
    const endMinutes = Math.min(startMinutes + length, 1439)
    return { kind: 'recurrent', dayType, startMinutes, endMinutes, preview: preview && startMinutes >= 120, enabled }
  })
const anyMoment = fc.oneof(
  fc
    .integer({ min: Date.UTC(2024, 0, 1) / minute, max: Date.UTC(2040, 0, 1) / minute })
    .map((minutes) => minutes * minute),
  fc
    .tuple(fc.integer({ min: 2024, max: 2039 }), fc.boolean(), fc.integer({ min: -4320, max: 1440 }))
    .map(([year, spring, shift]) => (changes(year)[spring ? 0 : 1] ?? 0) + shift * minute),
)

test('I-088 I-089 I-090 10,000 random schedules agree with an oracle that does not use Temporal', () => {
  const schedules = fc.array(anyItem, { minLength: 1, maxLength: 3 })
  fc.assert(
    fc.property(schedules, anyMoment, (items, from) => {
      const found = agendaWindow(Temporal.Instant.fromEpochMilliseconds(from))(items)
      const to = toUtc(from + offset(from) + 30 * day)
      expect(found.map(({ start, end }) => [start, end])).toEqual(oracle(items, from, to))
    }),
    { numRuns: 10_000 },
  )
}, 60_000)

test('I-107 the next occurrence is the first of the oracle', () => {
  fc.assert(
    fc.property(fc.array(anyItem, { minLength: 1, maxLength: 3 }), anyMoment, (items, now) => {
      const next = nextOccurrence(items, Temporal.Instant.fromEpochMilliseconds(now))
      expect(next?.start).toBe(oracle(items, now, now + 9 * day)[0]?.[0])
    }),
    { numRuns: 1000 },
  )
})

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
