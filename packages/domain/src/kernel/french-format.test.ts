import { expect, test, vi } from 'vitest'
import {
  formatDay,
  formatDayTime,
  formatDayWithoutYear,
  formatRelative,
  formatTime,
  formatWeekday,
} from './french-format.ts'

test('X-002 shows Paris time whatever the zone of the machine, on both clock changes', () => {
  expect(formatDayTime('2027-03-12T13:30:00Z')).toBe('12 mars 2027 à 14:30')
  expect(formatTime('2027-03-28T00:59:00Z')).toBe('01:59')
  expect(formatTime('2027-03-28T01:00:00Z')).toBe('03:00')
  expect(formatTime('2027-10-31T00:30:00Z')).toBe('02:30')
  expect(formatTime('2027-10-31T01:30:00Z')).toBe('02:30')
  expect(formatDay('2027-08-01T00:00:00Z')).toBe('1er août 2027')
  expect(formatTime('2027-01-01T23:00:00Z')).toBe('00:00')
})

test('X-002 the first of a month is an ordinal, no other day is', () => {
  expect(formatWeekday('2026-12-01T09:00:00Z')).toBe('mardi 1er décembre')
  expect(formatDayWithoutYear('2027-01-01T09:00:00Z')).toBe('1er janvier')
  expect(formatWeekday('2027-03-11T09:00:00Z')).toBe('jeudi 11 mars')
  expect(formatDay('2027-03-21T09:00:00Z')).toBe('21 mars 2027')
})

test('X-002 a past moment is told in the largest whole unit', () => {
  const now = '2027-03-12T12:00:00Z'
  expect(formatRelative('2027-03-12T11:55:00Z', now)).toBe('il y a 5 minutes')
  expect(formatRelative('2027-03-12T11:59:40Z', now)).toBe('à l’instant')
  expect(formatRelative('2027-03-12T14:00:00Z', now)).toBe('dans 2 heures')
  expect(formatRelative('2027-03-11T11:00:00Z', now)).toBe('hier')
})

test('X-002 days to come are those of the calendar: on Sunday at noon, Tuesday at nine is not « demain »', () => {
  const sunday = '2026-11-29T12:00:00Z'
  expect(formatRelative('2026-11-30T12:30:00Z', sunday)).toBe('demain')
  expect(formatRelative('2026-12-01T08:00:00Z', sunday)).toBe('après-demain')
  expect(formatRelative('2026-12-02T08:00:00Z', sunday)).toBe('dans 3 jours')
})

test('X-002 a format of Intl is made at its first use, and once', async () => {
  const asked: PropertyKey[] = []
  const counting = new Proxy(Intl, {
    get(target, name) {
      asked.push(name)
      return Reflect.get(target, name)
    },
  })
  vi.stubGlobal('Intl', counting)
  vi.resetModules()
  const format = await import('./french-format.ts')
  expect(asked).toEqual([])
  format.formatDay('2027-03-12T13:30:00Z')
  format.formatDay('2027-03-13T13:30:00Z')
  expect(asked).toEqual(['DateTimeFormat'])
  vi.unstubAllGlobals()
})
