import { Temporal } from 'temporal-polyfill'
import { expect, test } from 'vitest'
import { calendarText } from './calendar.ts'

const at = (written: string) => Temporal.Instant.from(`${written}+01:00`)
const [now, readAt] = [at('2027-03-12T17:00'), at('2027-03-12T16:12')]
const failing = { state: 'failing', reason: 'silent', now, readAt, events: 0, gone: 0 } as const

test.each([
  ['2027-03-12T17:10', 'à 17\u00a0h\u00a010'],
  ['2027-03-13T16:10', 'demain à 16\u00a0h\u00a010'],
])('N-004 the sentence about a calendar that is silent says when it is tried again, %s', (next, when) => {
  const text = `Votre calendrier ne répond pas. Nouvel essai ${when}.`
  expect(calendarText({ ...failing, nextAt: at(next) })).toBe(text)
})
