import { describe, expect, test } from 'vitest'
import { type HourException, planHours } from '../hours/day-hours.ts'
import type { WeekLine } from '../hours/week.ts'
import { dayNumberOf, wallMoment } from '../kernel/paris-days.ts'
import { type AskedOrder, orderRingsAt, orderSteps, ringsAt, smsOfMonth, unseenMinutes } from './notices.ts'

const everyDay = [1, 2, 3, 4, 5, 6, 7] as const
const line = (start: string, end: string, enabled = true): WeekLine => ({ days: everyDay, start, end, enabled })
const plan = (week: readonly WeekLine[], exceptions: readonly HourException[] = []) =>
  planHours({ week, exceptions, sets: [], zip: '75011', usualHolidays: [] })
const closedDay = (day: string): HourException => ({
  id: 1,
  from: day,
  to: day,
  kind: 'closed',
  ranges: [],
  closesAt: null,
  opensFrom: null,
  sets: {},
  message: null,
  source: 'manual',
})
const at = (wall: string) =>
  wallMoment(dayNumberOf(wall.slice(0, 10)), Number(wall.slice(11, 13)) * 60 + Number(wall.slice(14, 16)))
const utc = (moment: number | undefined) => moment && new Date(moment).toISOString().slice(5, 16)
const minute = 60_000

describe('U-090 U-D21 quiet hours', () => {
  const rings = (hours: ReturnType<typeof plan>, now: number, always = false) => ringsAt({ plan: hours, now, always })
  const shop = plan([line('06:30', '19:00')], [closedDay('2027-06-13')])

  test('U-090 open at once; closed, 30 minutes before the next opening, particular days counted', () => {
    expect(rings(shop, at('2027-06-11 18:59'))).toBe(at('2027-06-11 18:59'))
    expect(rings(shop, at('2027-06-12 19:00'))).toBe(at('2027-06-14 06:00'))
    expect(rings(shop, at('2027-06-14 06:10'))).toBe(at('2027-06-14 06:10'))
    expect(rings(shop, at('2027-06-12 19:00'), true)).toBe(at('2027-06-12 19:00'))
  })

  test('U-090 U-D21 unknown hours ring at once, « temporairement fermé » never', () => {
    expect(rings(plan([]), at('2027-06-11 03:00'))).toBe(at('2027-06-11 03:00'))
    expect(rings(plan([line('06:30', '19:00', false)]), at('2027-06-11 12:00'))).toBeUndefined()
  })

  test.each([
    ['the eve of spring, by summer time', [line('06:30', '19:00')], '2027-03-27T19:30Z', '03-28T04:00'],
    ['the eve of autumn, by winter time', [line('06:30', '19:00')], '2027-10-30T19:30Z', '10-31T05:00'],
    // 02:30 is 03:30 that night, and half an hour before is the moment of the change.
    ['an opening in the missing hour', [line('02:30', '12:00')], '2027-03-27T22:00Z', '03-28T01:00'],
    ['an opening in the doubled hour, its first', [line('02:45', '12:00')], '2027-10-30T21:00Z', '10-31T00:15'],
    [
      'past the first 02:30, the bar is closed at the second',
      [line('18:00', '02:30')],
      '2027-10-31T01:15Z',
      '10-31T16:30',
    ],
    [
      'at 03:15 in spring, the bar until 02:30 still serves',
      [line('18:00', '02:30')],
      '2027-03-28T01:15Z',
      '03-28T01:15',
    ],
  ])('U-090 H-009 H-010 the nights when clocks change: %s', (_, week, now, wanted) => {
    expect(utc(rings(plan(week), Date.parse(now)))).toBe(wanted)
  })
})

describe('U-091 Q-014 the ladder of a request that nobody saw', () => {
  const shop = plan([line('09:00', '19:00')])
  const asked = (created: number, more: Partial<AskedOrder> = {}): AskedOrder => ({
    isAsked: true,
    isSeen: false,
    createdAt: created,
    pickupAt: created + 3 * 86_400_000,
    ...more,
  })

  test.each([5, 10, 20, 30])('U-091 N = %i: N, 2N and 3N open minutes, the night not counted', (alertMinutes) => {
    expect(orderSteps.map((step) => unseenMinutes(step, { alertMinutes }) / alertMinutes)).toEqual([1, 1, 2, 3, 1])
    const created = at('2027-06-09 18:58')
    const due = (step: 'again' | 'mail' | 'sms') =>
      orderRingsAt(step, asked(created), { plan: shop, now: created, always: false, alertMinutes })
    const opening = at('2027-06-10 09:00') - 2 * minute
    expect([due('again'), due('mail'), due('sms')]).toEqual(
      [1, 2, 3].map((times) => opening + times * alertMinutes * minute),
    )
  })

  test('U-091 Q-014 never outside the hours: what is due at the very closing rings at the next opening', () => {
    const created = at('2027-06-09 18:50')
    const due = (alertMinutes: number) =>
      orderRingsAt('again', asked(created), { plan: shop, now: created, always: false, alertMinutes })
    expect([due(9), due(10), due(11)]).toEqual([at('2027-06-09 18:59'), at('2027-06-10 09:00'), at('2027-06-10 09:01')])
  })

  test('U-091 H-009 H-010 an hour that does not exist is not waited for, one that comes twice counts twice', () => {
    const night = plan([line('00:00', '06:00')])
    const due = (now: string) =>
      utc(
        orderRingsAt('sms', asked(Date.parse(now)), {
          plan: night,
          now: Date.parse(now),
          always: false,
          alertMinutes: 30,
        }),
      )
    // 90 open minutes from 01:30: 04:00 by the clocks of spring, the second 02:00 by those of autumn.
    expect([due('2027-03-28T00:30Z'), due('2027-10-30T23:30Z')]).toEqual(['03-28T02:00', '10-31T01:00'])
  })

  test('U-092 Q-014 seen: the ladder stops and one reminder is left; unseen or answered: not that one', () => {
    const created = at('2027-06-09 10:00')
    const rings = (step: (typeof orderSteps)[number], more: Partial<AskedOrder>) =>
      orderRingsAt(step, asked(created, more), {
        plan: shop,
        now: created + 40 * minute,
        always: false,
        alertMinutes: 10,
      })
    const later = created + 30 * minute
    expect(orderSteps.map((step) => rings(step, { isSeen: true }))).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      later,
    ])
    expect(rings('unanswered', {})).toBeUndefined()
    expect(orderSteps.map((step) => rings(step, { isAsked: false }))).toEqual(orderSteps.map(() => undefined))
  })

  test('U-090 a new request waits for the opening unless its pickup comes before', () => {
    const now = at('2027-06-09 20:00')
    const rings = (pickupAt: number) =>
      orderRingsAt('new', asked(now, { pickupAt }), { plan: shop, now, always: false, alertMinutes: 10 })
    expect([rings(at('2027-06-10 08:29')), rings(at('2027-06-10 08:30'))]).toEqual([now, at('2027-06-10 08:30')])
  })
})

test('U-093 PREMIUM has 30 SMS a month and ADVANCED 100, by the effective plan', () => {
  const plans = ['freemium', 'basic', 'premium', 'digital'] as const
  expect(plans.map((one) => smsOfMonth('commerce', one))).toEqual([0, 0, 30, 100])
  expect(plans.map((one) => smsOfMonth('association', one))).toEqual([30, 30, 30, 100])
})
