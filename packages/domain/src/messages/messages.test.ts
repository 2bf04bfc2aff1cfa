import { Temporal } from 'temporal-polyfill'
import { expect, test } from 'vitest'
import { followersText } from '../kernel/french-format.ts'
import { readDateTime } from '../kernel/paris-time.ts'
import { reachText } from '../residents/followers.fr.ts'
import { broadcastsOfWeek } from './broadcast-week.ts'
import { dateHeading, needsDateHeading } from './date-heading.ts'
import { checkMessage, isConversationDisabled, messageExcerpt, playsSound } from './message-rules.ts'

const at = (text: string) => readDateTime(text) ?? Temporal.Instant.from('1970-01-01T00:00Z')

test.each([
  ['2026-11-20 10:00', '2026-11-20 11:01', true],
  ['2026-11-20 10:00', '2026-11-20 11:00', false],
  ['2026-11-20 23:59', '2026-11-21 00:01', true],
  ['2027-10-31T02:30:00+02:00', '2027-10-31T02:30:00+01:00', false],
  ['2027-03-28 01:30', '2027-03-28 03:29', false],
])('M-022 M-023 from %s to %s a heading: %s', (previous, sentAt, needed) => {
  expect(needsDateHeading(at(previous), at(sentAt))).toBe(needed)
})

test('M-023 the first message of a thread has a heading', () => {
  expect(needsDateHeading(undefined, at('2026-11-20 10:00'))).toBe(true)
})

test.each([
  ['2026-11-20 14:05', '14:05'],
  ['2026-11-20 00:00', '00:00'],
  ['2026-11-19 23:59', 'hier'],
  ['2026-11-18 10:00', 'mer.'],
  ['2026-11-16 10:00', 'lun.'],
  ['2026-11-14 00:00', 'sam.'],
  ['2026-11-13 23:59', '13 novembre'],
  ['2026-03-12 10:00', '12 mars'],
  ['2025-03-12 10:00', '12 mars 2025'],
  ['2026-05-01 10:00', '1er mai'],
])('M-024 M-025 M-026 M-027 on Friday 20 November 2026, %s reads %s (AMB-105)', (sentAt, heading) => {
  expect(dateHeading(at(sentAt), at('2026-11-20 18:00'))).toBe(heading)
})

test('M-026 in January the days of December are still weekdays', () => {
  expect(dateHeading(at('2026-12-30 10:00'), at('2027-01-02 10:00'))).toBe('mer.')
  expect(dateHeading(at('2026-12-20 10:00'), at('2027-01-02 10:00'))).toBe('20 décembre 2026')
})

test.each([
  ['2026-11-22 23:59', '2026-11-23 00:00', false],
  ['2026-11-23 00:00', '2026-11-29 23:59', true],
  ['2027-03-22 00:00', '2027-03-28 23:59', true],
  ['2027-10-25 00:00', '2027-10-31 23:59', true],
  ['2026-12-28 00:00', '2027-01-03 23:59', true],
  ['2027-01-04 00:00', '2027-01-03 23:59', false],
])('M-032 M-033 one broadcast at %s forbids another at %s: %s (AMB-107)', (sent, now, reached) => {
  expect(broadcastsOfWeek([at(sent)], at(now))).toBe(reached ? 1 : 0)
})

test('M-037 a text or an image is needed (AMB-106)', () => {
  expect(checkMessage({ text: '', hasImage: false })).toBe('empty')
  expect(checkMessage({ text: '', hasImage: true })).toBeUndefined()
  expect(checkMessage({ text: '🙂'.repeat(5000), hasImage: false })).toBeUndefined()
  expect(checkMessage({ text: 'a'.repeat(5001), hasImage: true })).toBe('too_long')
})

test('AMB-99 the newest conversations stay open, as many as the plan says', () => {
  const isDisabled = (allowed: number, rank: number) =>
    isConversationDisabled(allowed, { rank, hasPendingOrder: false })
  expect([0, 2, 3].map((rank) => isDisabled(3, rank))).toEqual([false, false, true])
  expect(isDisabled(-1, 500)).toBe(false)
})

test('S-052 a conversation whose order waits is never beyond the plan', () => {
  expect(isConversationDisabled(3, { rank: 500, hasPendingOrder: true })).toBe(false)
})

test('M-021 a sound plays for residents only', () => {
  const company = { senderId: '3f2504e0-4f89-41d3-9a0c-0305e82c3301' }
  expect([playsSound([]), playsSound([company]), playsSound([company, { senderId: '15' }])]).toEqual([
    false,
    false,
    true,
  ])
})

test('M-029 P-006 followers are counted in French (AMB-60, AMB-107)', () => {
  expect([0, 1, 2, 1200].map(followersText)).toEqual(['0 abonné', '1 abonné', '2 abonnés', '1\u202F200 abonnés'])
  const none = { told: 0, seen: 0, conversations: 0, lost: 0 }
  expect([0, 12].map((followers) => reachText({ ...none, followers }))).toEqual([
    'Envoyé à 0 abonné',
    'Envoyé à 12 abonnés',
  ])
})

test('M-041 an excerpt is one line, cut between characters, and says when there is only a photo', () => {
  expect(messageExcerpt('Bonjour,\n\navez-vous du pain ?', false)).toBe('Bonjour, avez-vous du pain ?')
  expect(messageExcerpt('', true)).toBe('Photo')
  expect([...messageExcerpt('🎉'.repeat(200), false)]).toHaveLength(140)
  expect(messageExcerpt('a'.repeat(140), false)).toBe('a'.repeat(140))
})
