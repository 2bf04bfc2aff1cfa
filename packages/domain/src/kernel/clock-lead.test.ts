import { expect, test } from 'vitest'
import { clockLead } from './clock-lead.ts'

test('H-037 how far a device’s clock is ahead is learnt from an answer, and again once it is set', () => {
  const day = 86_400_000
  const date = 'Fri, 12 Mar 2027 10:00:30 GMT'
  const now = Date.parse(date)
  expect(clockLead(date, now + day, 0)).toBe(day)
  // A minute of travel and of whole seconds is no news.
  expect(clockLead(date, now + day + 60_000, day)).toBe(day)
  expect(clockLead(date, now + 40_000, 0)).toBe(0)
  expect(clockLead(date, now, day)).toBe(0)
  for (const unread of [null, '', 'hier']) expect(clockLead(unread, now, day)).toBe(day)
})
