import { expect, test, vi } from 'vitest'
import { whenChanged } from './use-editing.ts'

test('a change is told with its time, and with its day when that is not today in Paris', () => {
  const now = Date.parse('2027-03-12T00:30:00+01:00')
  expect(whenChanged('2027-03-12T00:05:00+01:00', now)).toBe('à 00:05')
  expect(whenChanged('2027-03-11T23:50:00+01:00', now)).toBe('le 11 mars 2027 à 23:50')
})

test('X-002 a browser in New York shows the days and times of Paris, before and after the clocks change', async () => {
  vi.stubEnv('TZ', 'America/New_York')
  const { formatDayTime, formatShortDay, formatTime, formatWeekday } = await import(
    '@parvis/domain/kernel/french-format'
  )
  const { parisToday } = await import('@parvis/domain/kernel/paris-today')
  const { whenChanged } = await import('./use-editing.ts')
  // Checks that the process runs in New York's time zone: five hours behind UTC in winter.
  expect(new Date('2027-01-15T12:00:00Z').getHours()).toBe(7)
  const late = '2027-03-11T23:30:00Z'
  expect(formatTime(late)).toBe('00:30')
  expect(parisToday(Date.parse(late))).toBe('2027-03-12')
  expect(formatWeekday(late)).toBe('vendredi 12 mars')
  expect(formatShortDay(late)).toEqual({ weekday: 'ven.', number: '12' })
  // On 14 March 2027 New York has changed its clocks and Paris has not; then one second before and after the change in Paris.
  expect(formatDayTime('2027-03-20T11:00:00Z')).toBe('20 mars 2027 à 12:00')
  expect(formatTime('2027-03-28T00:59:59Z')).toBe('01:59')
  expect(formatTime('2027-03-28T01:00:00Z')).toBe('03:00')
  expect(formatDayTime('2026-10-25T00:30:00Z')).toBe('25 octobre 2026 à 02:30')
  expect(formatDayTime('2026-10-25T01:30:00Z')).toBe('25 octobre 2026 à 02:30')
  expect(whenChanged(late, Date.parse(late))).toBe('à 00:30')
  vi.unstubAllEnvs()
})
