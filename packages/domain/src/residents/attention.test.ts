import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { expect, test } from 'vitest'
import { instantOfParis, parisOf } from '../kernel/paris-time.ts'
import {
  type AttentionSettings,
  attentionClock,
  attentionOutcome,
  type FollowMode,
  followModes,
  type Notice,
  summaryOf,
  waitUntil,
} from './attention.ts'

const paris = (text: string) => instantOfParis(Temporal.PlainDateTime.from(text))
const usual: AttentionSettings = { quietFrom: 1260, quietTo: 480, dailyCap: 3, digestAt: 1080, pausedUntil: null }
const news = (mode: FollowMode = 'now', more: object = {}): Notice => ({
  kind: 'news',
  mode,
  rangRecently: false,
  isDayFull: false,
  ...more,
})
const outcome = (notice: Notice, at: string, settings: Partial<AttentionSettings> = {}) => {
  const { when, ...rest } = attentionOutcome(notice, { ...usual, ...settings }, attentionClock(paris(at)))
  return 'at' in rest
    ? `${when} ${parisOf(rest.at as Temporal.Instant)
        .toPlainDateTime()
        .toString()}`
    : when
}

test('W-090 the table, rule by rule', () => {
  const day = '2027-03-10'
  const pausedUntil = paris('2027-03-20T09:00')
  expect(outcome(news(), `${day}T12:00`, { pausedUntil })).toBe('until 2027-03-20T09:00:00')
  expect(outcome({ kind: 'order' }, `${day}T12:00`, { pausedUntil })).toBe('until 2027-03-20T09:00:00')
  expect(outcome(news('none'), `${day}T12:00`)).toBe('listed')
  expect(outcome(news('digest'), `${day}T12:00`)).toBe(`digest ${day}T18:00:00`)
  expect(outcome(news('digest'), `${day}T18:00`)).toBe('digest 2027-03-11T18:00:00')
  expect(outcome(news(), `${day}T22:00`)).toBe('until 2027-03-11T08:00:00')
  expect(outcome(news(), `${day}T07:59`)).toBe(`until ${day}T08:00:00`)
  expect(outcome(news(), `${day}T08:00`)).toBe('now')
  expect(outcome(news('now', { rangRecently: true }), `${day}T12:00`)).toBe(`digest ${day}T18:00:00`)
  expect(outcome(news('now', { isDayFull: true }), `${day}T12:00`)).toBe(`digest ${day}T18:00:00`)
  expect(outcome(news('now', { kind: 'town', isDayFull: true }), `${day}T12:00`)).toBe('now')
  expect(outcome(news('now', { kind: 'town', rangRecently: true }), `${day}T12:00`)).toBe(`digest ${day}T18:00:00`)
})

test('W-090 W-094 a change rings when it could not be read in time; orders and a live exchange pass the quiet hours', () => {
  const change = (mode: FollowMode, begins: string): Notice => ({ kind: 'change', mode, begins: paris(begins) })
  expect(outcome(change('digest', '2027-03-10T17:00'), '2027-03-10T12:00')).toBe('now')
  expect(outcome(change('digest', '2027-03-10T19:00'), '2027-03-10T12:00')).toBe('digest 2027-03-10T18:00:00')
  expect(outcome(change('now', '2027-03-11T07:00'), '2027-03-10T22:00')).toBe('now')
  expect(outcome(change('now', '2027-03-11T09:00'), '2027-03-10T22:00')).toBe('until 2027-03-11T08:00:00')
  expect(outcome(change('none', '2027-03-11T07:00'), '2027-03-10T22:00')).toBe('listed')
  expect(outcome({ kind: 'order' }, '2027-03-10T23:00')).toBe('now')
  expect(outcome({ kind: 'message', isLiveExchange: true }, '2027-03-10T23:00')).toBe('now')
  expect(outcome({ kind: 'message', isLiveExchange: false }, '2027-03-10T23:00')).toBe('until 2027-03-11T08:00:00')
})

const settings = fc.record({
  quietFrom: fc.integer({ min: 0, max: 1439 }),
  quietTo: fc.integer({ min: 0, max: 1439 }),
  dailyCap: fc.option(fc.integer({ min: 1, max: 10 })),
  digestAt: fc.integer({ min: 0, max: 1439 }),
  pausedUntil: fc.constant(null),
})
const notices: fc.Arbitrary<Notice> = fc.oneof(
  fc.record({
    kind: fc.constantFrom('news' as const, 'town' as const),
    mode: fc.constantFrom(...followModes),
    rangRecently: fc.boolean(),
    isDayFull: fc.boolean(),
  }),
  fc.record({
    kind: fc.constant('change' as const),
    mode: fc.constantFrom(...followModes),
    begins: fc.option(
      fc.integer({ min: 0, max: 72 }).map((hours) => start.add({ hours })),
      { nil: undefined },
    ),
  }),
  fc.constant({ kind: 'order' as const }),
  fc.record({ kind: fc.constant('message' as const), isLiveExchange: fc.boolean() }),
)
const start = paris('2027-03-26T00:00')
/** A week around each change of the clocks, by the minute. */
const moments = fc
  .record({ first: fc.constantFrom(start, paris('2027-10-29T00:00')), minutes: fc.integer({ min: 0, max: 5 * 1440 }) })
  .map(({ first, minutes }) => first.add({ minutes }))

test('W-090 each notice has exactly one outcome: what waits waits for a later moment, within 25 hours, and never for a quiet one', () => {
  fc.assert(
    fc.property(notices, settings, moments, (notice, chosen, now) => {
      const clock = attentionClock(now)
      const result = attentionOutcome(notice, chosen, clock)
      expect(attentionOutcome(notice, chosen, clock)).toEqual(result)
      if (result.when === 'listed') {
        expect('mode' in notice && notice.mode).toBe('none')
        return
      }
      const isQuiet = waitUntil(chosen, clock) !== undefined
      if (result.when === 'now') {
        if (isQuiet) expect(['order', 'message', 'change']).toContain(notice.kind)
        return
      }
      const hours = now.until(result.at).total('hours')
      expect(hours).toBeGreaterThan(0)
      expect(hours).toBeLessThanOrEqual(25)
      // An end in the hour that spring leaves out comes an hour later, where the quiet hours may have begun again.
      const shown = attentionClock(result.at).minutes
      if (result.when === 'until' && shown === chosen.quietTo)
        expect(waitUntil(chosen, attentionClock(result.at))).toBeUndefined()
    }),
    { numRuns: 3_000 },
  )
})

test('W-092 one item stays itself, several are counted, three are named', () => {
  const items = ['Un', 'Deux', 'Trois', 'Quatre', 'Cinq'].map((body) => ({ title: 'Le Bar', body }))
  expect(summaryOf(items.slice(0, 1))).toEqual(items[0])
  expect(summaryOf(items.slice(0, 3)).title).toBe('3 nouveautés')
  expect(summaryOf(items).body).toBe('Le Bar\u00A0: Un\nLe Bar\u00A0: Deux\nLe Bar\u00A0: Trois\net 2 autres')
})
