import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readTypedDay, writeFrenchDay } from './day.ts'

test('a date is read as the French type it', () => {
  for (const typed of ['31/12/1990', '31121990', '31-12-1990', ' 31.12.1990 ', '1990-12-31']) {
    expect(readTypedDay(typed)).toBe('1990-12-31')
  }
  expect(readTypedDay('1/2/2000')).toBe('2000-02-01')
})

test('a day that does not exist is no date', () => {
  for (const typed of ['31/02/2000', '29/02/2001', '00/01/2000', '12/13/2000', '31/12/90', 'demain', '']) {
    expect(readTypedDay(typed)).toBeUndefined()
  }
})

test('writing then reading gives the same day', () => {
  const days = fc.date({ min: new Date('1900-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
  fc.assert(
    fc.property(days, (date) => {
      const day = date.toISOString().slice(0, 10)
      expect(readTypedDay(writeFrenchDay(day))).toBe(day)
    }),
  )
})
