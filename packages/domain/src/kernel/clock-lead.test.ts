import { afterEach, expect, test, vi } from 'vitest'
import { clockLead } from './clock-lead.ts'

afterEach(() => vi.useRealTimers())

test('H-037 how far a device’s clock is ahead is learnt from an answer, and again once it is set', () => {
  vi.useFakeTimers({ now: Date.parse('2027-03-13T10:00:30Z') })
  const day = 86_400_000
  const today = 'Fri, 12 Mar 2027 10:00:30 GMT'
  expect(clockLead(today, 0)).toBe(day)
  // A minute of travel and of whole seconds is no news.
  expect(clockLead('Fri, 12 Mar 2027 09:59:30 GMT', day)).toBe(day)
  expect(clockLead('Sat, 13 Mar 2027 09:59:50 GMT', 0)).toBe(0)
  vi.setSystemTime(Date.parse(today))
  expect(clockLead(today, day)).toBe(0)
  for (const unread of [null, '', 'hier']) expect(clockLead(unread, day)).toBe(day)
})
