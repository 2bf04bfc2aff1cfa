import { Temporal } from 'temporal-polyfill'
import { expect, test } from 'vitest'
import { repeatedDays, repeatText } from './repeat-dates.ts'
import {
  checkTypedPlan,
  type TypedFixedItem,
  type TypedRecurrentItem,
  typedPlanOf,
  writeTypedPlan,
} from './typed-schedule.ts'

const day = (text: string) => Temporal.PlainDate.from(text)
const texts = (days: readonly Temporal.PlainDate[]) => days.map(String)

test('H-106 the first Saturdays of 2028 are twelve right dates', () => {
  const first = day('2028-01-01')
  expect(repeatText('monthly', first)).toBe('Chaque mois, le premier samedi')
  expect(texts([first, ...repeatedDays(first, 'monthly', 11)])).toEqual([
    '2028-01-01',
    '2028-02-05',
    '2028-03-04',
    '2028-04-01',
    '2028-05-06',
    '2028-06-03',
    '2028-07-01',
    '2028-08-05',
    '2028-09-02',
    '2028-10-07',
    '2028-11-04',
    '2028-12-02',
  ])
})

test('H-106 a fifth Saturday is the last one of shorter months; fifteen days, a year and a leap day come back', () => {
  expect(texts(repeatedDays(day('2028-01-29'), 'monthly', 3))).toEqual(['2028-02-26', '2028-03-25', '2028-04-29'])
  expect(texts(repeatedDays(day('2027-03-21'), 'fortnightly', 2))).toEqual(['2027-04-04', '2027-04-18'])
  expect(texts(repeatedDays(day('2028-02-29'), 'yearly', 4))).toEqual([
    '2029-02-28',
    '2030-02-28',
    '2031-02-28',
    '2032-02-29',
  ])
  expect(repeatedDays(day('2028-01-01'), 'weekly', 500)).toHaveLength(60)
})

const date: TypedFixedItem = {
  kind: 'fixed',
  startDay: '2027-03-12',
  startTime: '10:00',
  endDay: '2027-03-14',
  endTime: '18:00',
  preview: false,
  paused: false,
}
const line: TypedRecurrentItem = {
  kind: 'recurrent',
  dayType: 'all_fridays',
  startTime: '22:00',
  endTime: '02:00',
  preview: false,
  paused: false,
}

test('H-102 H-103 a date of several days and an evening past midnight are accepted where they are asked for, refused otherwise', () => {
  expect(checkTypedPlan([date])).toBe('end_date_error')
  expect(checkTypedPlan([{ ...date, isLong: true }])).toBeUndefined()
  expect(checkTypedPlan([{ ...date, isLong: true, endDay: '2027-04-30' }])).toBe('event_too_long')
  expect(checkTypedPlan([{ ...date, isLong: true, endDay: '2027-01-30' }])).toBe('end_order_error')
  expect(checkTypedPlan([line])).toBe('wrong_time')
  const more = { from: '2027-03-05', until: '2027-06-25', except: ['2027-03-12'] }
  expect(checkTypedPlan([{ ...line, more }])).toBeUndefined()
  expect(checkTypedPlan([{ ...line, more: { ...more, until: '2027-01-01' } }])).toBe('end_order_error')
  expect(checkTypedPlan([{ ...line, endTime: '22:10', more }])).toBe('short_line_error')
  expect(checkTypedPlan([{ ...line, more: { ...more, until: 'demain' } }])).toBe('date_format_error')
})

test('H-101 a typed schedule is written whole and read back the same', () => {
  const dates = [
    { ...date, id: 4, isLong: true },
    { ...date, id: 5, startDay: '2027-04-14', endDay: '2027-04-14' },
  ]
  expect(writeTypedPlan(dates)).toMatchObject({
    kind: 'dates',
    dates: [{ id: 4, start: '2027-03-12 10:00', end: '2027-03-14 18:00' }, { id: 5 }],
  })
  const stored = {
    id: 9,
    days: [5],
    start: '22:00',
    end: '02:00',
    from: null,
    until: '2027-06-25',
    except: ['2027-03-12'],
    preview: false,
    enabled: true,
  }
  const items = typedPlanOf({ dates: [], weekly: [stored] })
  const { id: _, from: __, ...written } = stored
  expect(writeTypedPlan(items)).toEqual({ kind: 'weekly', weekly: [written] })
})

test('H-101 sixty-one dates are too many', () => {
  const one = { ...date, endDay: date.startDay }
  expect(checkTypedPlan(Array.from({ length: 61 }, () => one))).toBe('too_many_dates')
})
