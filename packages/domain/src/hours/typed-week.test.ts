import { expect, test } from 'vitest'
import type { DayOfWeek } from '../company/opening-hours.ts'
import { rangeFaultText } from './hours.texts.fr.ts'
import { answerFault, checkTypedWeek, type DayRange, rangesOfWeek, weekOfRanges } from './typed-week.ts'

const range = (start: string, end: string, day: DayOfWeek = 2, key = `${day} ${start}`): DayRange => ({
  key,
  day,
  start,
  end,
  enabled: true,
})
const faultOf = (...ranges: DayRange[]) => [...checkTypedWeek(ranges).values()]

test.each([
  ['930', '18', []],
  ['9', '2', []],
  ['23', '7', []],
  ['00:00', '00:00', []],
  ['', '18', ['start']],
  ['9', '25:00', ['end']],
  ['9', '9:04', ['short']],
  ['18:00', '18:00', ['equal']],
  ['19', '7', ['night']],
] as const)('H-015 %s to %s is typed: %j', (start, end, faults) => {
  expect(faultOf(range(start, end))).toEqual(faults)
})

test('H-015 a sentence names the day and what was typed', () => {
  expect(rangeFaultText(range('9', '25:00'), 'end').replaceAll('\u00A0', ' ')).toBe(
    'Mardi : « 25:00 » n’est pas une heure. Écrivez par exemple 9 h ou 09:00.',
  )
  expect(rangeFaultText(range('9', ''), 'end').replaceAll('\u00A0', ' ')).toBe('Mardi : l’heure de fermeture manque.')
})

test('H-015 overlapping ranges of a day are asked about once, and become one', () => {
  const ranges = [range('9', '19'), range('10', '12'), range('10', '12', 3)]
  expect([...checkTypedWeek(ranges)]).toEqual([['2 10', 'overlap']])
  const [, second] = ranges
  const merged = answerFault(ranges, { range: second as DayRange, fault: 'overlap', isMeant: true })
  expect(weekOfRanges(merged)).toEqual([
    { days: [2], start: '09:00', end: '19:00', enabled: true },
    { days: [3], start: '10:00', end: '12:00', enabled: true },
  ])
})

test('H-015 a night is kept or turned into the day that was meant, and is not asked about again', () => {
  const typed = range('19', '7')
  const answered = (isMeant: boolean) => answerFault([typed], { range: typed, fault: 'night', isMeant })
  expect(weekOfRanges(answered(true))[0]).toMatchObject({ start: '19:00', end: '07:00' })
  expect(weekOfRanges(answered(false))[0]).toMatchObject({ start: '07:00', end: '19:00' })
  expect(checkTypedWeek(answered(true)).size).toBe(0)
})

test('H-015 equal ends become 24 hours, and what is stored is never asked about', () => {
  const typed = range('18:00', '18:00')
  const always = answerFault([typed], { range: typed, fault: 'equal', isMeant: true })
  expect(weekOfRanges(always)[0]).toMatchObject({ start: '00:00', end: '00:00' })
  const week = [{ days: [1, 2] as const, start: '19:00', end: '07:00', enabled: true }]
  expect(checkTypedWeek(rangesOfWeek(week)).size).toBe(0)
  expect(weekOfRanges(rangesOfWeek(week))).toEqual(week)
})
