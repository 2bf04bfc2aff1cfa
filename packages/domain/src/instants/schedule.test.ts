import { expect, test } from 'vitest'
import { dayTypes } from '../company/opening-hours.ts'
import { readActivationTime, type WrittenActivationTime, writeActivationTime } from './activation-time.ts'
import { readFullSchedule, writeDate, writeLine } from './full-schedule.ts'
import { scheduleItemText } from './schedule.fr.ts'
import { checkAddition, checkSchedule, type ScheduleItem, type StoredItem } from './schedule.ts'
import {
  checkTypedItem,
  checkTypedPlan,
  itemsFromOpeningHours,
  type TypedFixedItem,
  type TypedRecurrentItem,
  typedPlanOf,
  writeTypedItem,
  writeTypedPlan,
} from './typed-schedule.ts'

const recurrent: TypedRecurrentItem = {
  kind: 'recurrent',
  dayType: 'all_mondays',
  startTime: '10:00',
  endTime: '12:00',
  preview: false,
  paused: false,
}
const fixed: TypedFixedItem = {
  kind: 'fixed',
  startDay: '12/03/2027',
  startTime: '14:30',
  endDay: '12/03/2027',
  endTime: '18:00',
  preview: false,
  paused: false,
}
const written: WrittenActivationTime = {
  activationTimeType: 'during_instant',
  activeDayType: 'fixed',
  startDateTime: '2027-03-12 14:30',
  endDateTime: '2027-03-12 18:00',
}
const read = (changes: Partial<WrittenActivationTime>) => readActivationTime({ ...written, ...changes })
const itemOf = (changes: Partial<WrittenActivationTime> = {}): ScheduleItem => {
  const result = read(changes)
  if ('error' in result) throw new Error(result.error)
  return result.item
}

test.each([
  [{ startDay: '' }, 'empty_schedule_error'],
  [{ startTime: ' ' }, 'empty_schedule_error'],
  [{ endDay: '' }, 'empty_schedule_error'],
  [{ endTime: '' }, 'empty_schedule_error'],
  [{ startDay: '31/02/2027' }, 'date_format_error'],
  [{ startTime: '25:00' }, 'date_format_error'],
  [{ endTime: '14:30' }, 'end_date_error'],
  [{ endTime: '14:00' }, 'end_date_error'],
  [{ startTime: '23:00', endDay: '13/03/2027', endTime: '01:00' }, 'end_date_error'],
  [{}, undefined],
  [{ startDay: '2027-03-12' }, undefined],
  [{ endTime: '14:31' }, undefined],
] as const)('I-080 I-081 I-082 I-083 a fixed item with %j: %s', (changes, key) => {
  expect(checkTypedItem({ ...fixed, ...changes })).toBe(key)
})

test.each([
  [{ dayType: '' }, 'schedule_day_error'],
  [{ startTime: '' }, 'empty_schedule_error'],
  [{ endTime: '' }, 'empty_schedule_error'],
  [{ endTime: '25:00' }, 'time_format_error'],
  [{ startTime: 'midi' }, 'time_format_error'],
  [{ endTime: '10:14' }, 'wrong_time'],
  [{ endTime: '10:15' }, undefined],
  [{ startTime: '23:50', endTime: '00:30' }, 'wrong_time'],
  [{ startTime: '01:30', endTime: '05:00', preview: true }, 'wrong_time'],
  [{ startTime: '02:00', endTime: '05:00', preview: true }, undefined],
  [{ startTime: '01:30', endTime: '05:00' }, undefined],
] as const)('I-084 I-085 I-086 I-087 a recurrent item with %j: %s', (changes, key) => {
  expect(checkTypedItem({ ...recurrent, ...changes })).toBe(key)
})

test('I-061 I-081 an hour that the clocks of Paris skip is told, not shifted in silence', () => {
  const night = { startDay: '28/03/2027', endDay: '28/03/2027' }
  expect(checkTypedItem({ ...fixed, ...night, startTime: '02:30', endTime: '04:00' })).toBe('missing_hour_error')
  expect(checkTypedItem({ ...fixed, ...night, startTime: '01:00', endTime: '02:30' })).toBe('missing_hour_error')
  expect(checkTypedItem({ ...fixed, ...night, startTime: '03:00', endTime: '04:00' })).toBeUndefined()
})

test('I-079 at least one item; the first wrong one decides', () => {
  expect(checkTypedPlan([])).toBe('schedule_error')
  expect(checkTypedPlan([recurrent, { ...recurrent, endTime: '10:01' }])).toBe('wrong_time')
  expect(checkTypedPlan([recurrent, recurrent])).toBeUndefined()
})

test.each(['during_instant', 'DURING_INSTANT', 'just_before_and_during_instant', 'DURING_AND_BEFORE_TWO_HOUR'])(
  'I-088 %s is read; the answer has one of two names (AMB-82)',
  (activationTimeType) => {
    const item = itemOf({ activationTimeType })
    const answered = writeActivationTime({ ...item, id: 1 })
    const preview = /before/i.test(activationTimeType)
    expect(answered.activationTimeType).toBe(preview ? 'DURING_AND_BEFORE_TWO_HOUR' : 'during_instant')
  },
)

test('I-089 each of the 13 day keys is read, hours only; another day type is refused', () => {
  for (const activeDayType of dayTypes) {
    expect(itemOf({ activeDayType, endDateTime: '2031-01-01 18:00' })).toMatchObject({
      dayType: activeDayType,
      startMinutes: 870,
      endMinutes: 1080,
    })
  }
  expect(itemOf({ activeDayType: 'fixed_day' }).kind).toBe('fixed')
  expect(read({ activeDayType: 'someday' })).toEqual({ error: 'schedule_error' })
})

test.each([
  [{ activationTimeType: 'toString' }, 'schedule_error'],
  [{ startDateTime: '' }, 'schedule_error'],
  [{ endDateTime: '2027-02-31 10:00' }, 'schedule_error'],
  [{ activeDayType: 'all_days', startDateTime: 'x' }, 'schedule_error'],
  [{ endDateTime: '2027-03-12 14:30' }, 'end_date_error'],
  [{ endDateTime: '2027-03-13 01:00' }, 'end_date_error'],
  [{ activeDayType: 'all_days', endDateTime: '2027-03-12 14:44' }, 'wrong_time'],
])('I-082 I-083 I-086 the wire refuses %j: %s', (changes, error) => {
  expect(read(changes)).toEqual({ error })
})

test('I-083 the day is that of Paris, whatever the offset sent', () => {
  expect(read({ startDateTime: '2027-03-12T22:30:00Z', endDateTime: '2027-03-12T23:30:00Z' })).toEqual({
    error: 'end_date_error',
  })
})

test('I-097 answers carry the Paris offset, hours of a recurrent item on the day it was written', () => {
  expect(writeActivationTime({ ...itemOf({ id: 31, isEnabled: false }), id: 31 })).toEqual({
    id: 31,
    activationTimeType: 'during_instant',
    activeDayType: 'fixed',
    startDateTime: '2027-03-12T14:30:00+01:00',
    endDateTime: '2027-03-12T18:00:00+01:00',
    isEnabled: false,
    realEndDateTime: null,
  })
  const weekly = writeActivationTime({
    ...itemOf({ activeDayType: 'all_fridays' }),
    onDay: '2027-07-01',
    id: 2,
  } as StoredItem)
  expect([weekly.startDateTime, weekly.endDateTime]).toEqual(['2027-07-01T14:30:00+02:00', '2027-07-01T18:00:00+02:00'])
})

test('I-033 one fixed item, never mixed with recurrent ones (api.md 8.22)', () => {
  const [once, weekly] = [itemOf(), itemOf({ activeDayType: 'all_days' })]
  expect(checkSchedule([])).toBe('schedule_error')
  expect(checkSchedule([once, once])).toBe('schedule_error')
  expect(checkSchedule([once, weekly])).toBe('schedule_error')
  expect(checkSchedule([weekly, weekly])).toBeUndefined()
  expect(checkAddition([once], once)).toBe('fixed_already_set')
  expect(checkAddition([weekly], once)).toBe('schedule_error')
  expect(checkAddition([once], weekly)).toBe('schedule_error')
  expect(checkAddition([weekly], weekly)).toBeUndefined()
})

const answeredDate = (item: ScheduleItem) => (item.kind === 'fixed' ? [writeDate({ ...item, id: 5 })] : [])
const answeredLine = (item: ScheduleItem) => (item.kind === 'recurrent' ? [writeLine({ ...item, id: 5 })] : [])

test('I-098 what is typed is sent, and comes back to the form as it was', () => {
  expect(writeTypedItem({ ...fixed, id: 31, preview: true }, '')).toEqual({
    id: 31,
    activationTimeType: 'DURING_AND_BEFORE_TWO_HOUR',
    activeDayType: 'fixed',
    startDateTime: '2027-03-12 14:30',
    endDateTime: '2027-03-12 18:00',
    isEnabled: true,
  })
  for (const typed of [
    { ...fixed, startDay: '2027-03-12', endDay: '2027-03-12' },
    { ...recurrent, paused: true },
  ]) {
    const whole = readFullSchedule(writeTypedPlan([typed]))
    if ('errors' in whole) throw new Error(JSON.stringify(whole.errors))
    const [dates, weekly] = [whole.items.flatMap(answeredDate), whole.items.flatMap(answeredLine)]
    expect(typedPlanOf({ dates, weekly })).toEqual([typed.kind === 'fixed' ? { ...typed, id: 5 } : typed])
  }
})

test('I-036 opening hours become recurrent items, paused ones paused (AMB-87)', () => {
  const hours = { dayType: 'all_days', startTime: '09:00', endTime: '12:00' } as const
  const items = itemsFromOpeningHours([
    { ...hours, id: 4, enabled: true },
    { ...hours, enabled: false },
  ])
  expect(items).toEqual([
    { kind: 'recurrent', ...hours, preview: false, paused: false },
    { kind: 'recurrent', ...hours, preview: false, paused: true },
  ])
})

test('I-021 a card says when in French (AMB-137)', () => {
  expect(scheduleItemText(itemOf())).toBe('12 mars 2027 à 14:30 – 18:00')
  expect(scheduleItemText(itemOf({ activeDayType: 'mondays_to_fridays' }))).toBe('Du lundi au vendredi, 14:30 – 18:00')
  expect(scheduleItemText(itemOf({ activeDayType: 'all_wednesdays' }))).toBe('Chaque mercredi, 14:30 – 18:00')
})
