import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { expect, test } from 'vitest'
import {
  asksForNotification,
  decideNotification,
  type NotificationSituation,
  notificationInput,
} from './notification.ts'

const now = Temporal.Instant.from('2027-03-12T09:00:00Z')
const inMinutes = (minutes: number) => now.add({ seconds: Math.round(minutes * 60) })
const sentAgo = (minutes: number) => ({ date: inMinutes(-minutes), at: inMinutes(-minutes) })
const capped: NotificationSituation = { now, allowed: 1, pending: null, lastSent: null }
const free: NotificationSituation = { ...capped, allowed: -1 }
const tooSoon = { fieldError: 'notification_date_error' }
const notAllowed = { refusal: 'instants.notification_not_allowed' }
const set = (minutes: number) => ({ decision: 'schedule', at: inMinutes(minutes) })

test.each([
  ['a date 4 minutes ahead', free, 4, tooSoon],
  ['a date a second later', free, 4 + 1 / 60, set(4 + 1 / 60)],
  ['a date 5 minutes ahead', free, 5, set(5)],
  ['a past date', free, -60, tooSoon],
  ['a date next week', free, 10_080, set(10_080)],
  ['capped: the quick option', capped, 5, set(5)],
  ['capped: 10 minutes ahead', capped, 10, set(10)],
  ['capped: 11 minutes ahead', capped, 11, notAllowed],
  ['capped: a past date', capped, -1, tooSoon],
  ['capped: a second notification', { ...capped, lastSent: sentAgo(9000) }, 5, notAllowed],
  ['unlimited: 20 minutes after', { ...free, lastSent: sentAgo(20) }, 5, set(5)],
] as const)('I-047 I-048 I-050 %s (AMB-83)', (_, situation, minutes, expected) => {
  expect(decideNotification(inMinutes(minutes), situation)).toEqual(expected)
})

test('I-049 I-044 within 20 minutes of the last sending one must wait, whatever the new date (api.md 8.21)', () => {
  const situation = { ...free, lastSent: sentAgo(19) }
  expect(decideNotification(inMinutes(60), situation)).toEqual({
    refusal: 'instants.notification_wait',
    retryAfterSeconds: 60,
  })
})

test('I-042 a date already sent or already set is kept, not judged again', () => {
  const sent = {
    date: Temporal.Instant.from('2027-03-12T08:55:00Z'),
    at: Temporal.Instant.from('2027-03-12T08:55:04Z'),
  }
  expect(decideNotification(sent.date, { ...capped, lastSent: sent })).toEqual({ decision: 'keep' })
  const pending = inMinutes(2)
  expect(decideNotification(pending, { ...capped, pending })).toEqual({ decision: 'keep' })
  expect(decideNotification('unchanged', { ...capped, pending })).toEqual({ decision: 'keep' })
})

test('I-046 CLEAR removes the date', () => {
  expect(decideNotification('CLEAR', { ...free, pending: inMinutes(60) })).toEqual({ decision: 'clear' })
})

test('I-040 I-051 the quick option is five minutes ahead, to the minute, and always accepted', () => {
  expect(decideNotification('QUICK', { ...capped, now: now.add({ seconds: 40 }) })).toEqual(set(5))
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10 ** 9 }), fc.constantFrom(capped, free), (seconds, plan) => {
      const moment = now.add({ seconds })
      const decision = decideNotification('QUICK', { ...plan, now: moment })
      expect(decision).toMatchObject({ decision: 'schedule' })
    }),
  )
})

test.each([
  [capped, { input: 'quick' }],
  [{ ...capped, lastSent: sentAgo(9000) }, { input: 'sent' }],
  [free, { input: 'date' }],
  [
    { ...free, lastSent: sentAgo(5) },
    { input: 'wait', minutes: 16 },
  ],
  [
    { ...free, lastSent: sentAgo(0) },
    { input: 'wait', minutes: 21 },
  ],
  [
    { ...free, lastSent: sentAgo(19.5) },
    { input: 'wait', minutes: 2 },
  ],
  [{ ...free, lastSent: sentAgo(20) }, { input: 'date' }],
])('I-043 I-044 I-045 I-047 what the section shows %#', (situation, input) => {
  expect(notificationInput(situation)).toEqual(input)
})

test('I-038 I-041 saving asks when no date is set and one could be', () => {
  expect(asksForNotification(capped)).toBe(true)
  expect(asksForNotification({ ...free, pending: inMinutes(60) })).toBe(false)
  expect(asksForNotification({ ...capped, lastSent: sentAgo(9000) })).toBe(false)
  expect(asksForNotification({ ...free, lastSent: sentAgo(5) })).toBe(false)
  expect(asksForNotification({ ...free, lastSent: sentAgo(30) })).toBe(true)
})

test('I-042 I-048 I-049 never two sendings: what is scheduled respects the plan whatever is asked', () => {
  const ago = fc.option(fc.integer({ min: 0, max: 60 }), { nil: null })
  fc.assert(
    fc.property(ago, fc.integer({ min: -30, max: 60 }), fc.constantFrom(1, -1), (sent, minutes, allowed) => {
      const lastSent = sent === null ? null : sentAgo(sent)
      const decision = decideNotification(inMinutes(minutes), { now, allowed, pending: null, lastSent })
      if (!('decision' in decision) || decision.decision !== 'schedule') return
      expect(minutes).toBeGreaterThan(4)
      expect(allowed === -1 || (sent === null && minutes <= 10)).toBe(true)
      expect(sent === null || sent >= 20).toBe(true)
    }),
  )
})
