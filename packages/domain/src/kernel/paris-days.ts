import { Temporal } from 'temporal-polyfill'
import { minutesPerDay } from './clock-time.ts'
import { memoised } from './memoised.ts'
import { instantOfParis, parisOffset, startOfParisDay } from './paris-time.ts'

/** A Paris day with its offsets, computed once. */
export type ParisDay = {
  /** Counted from 1970-01-01, which is 0. */
  number: number
  date: Temporal.PlainDate
  dayOfWeek: 1 | 2 | 3 | 4 | 5 | 6 | 7
  /** Epoch milliseconds of its first instant. */
  start: number
  /** False on the two days of the year when clocks change. */
  hasPlainHours: boolean
}

const millisecondsPerMinute = 60_000
const plainDay = minutesPerDay * millisecondsPerMinute
const keptDays = 2_000

/** The number of the day it is in Paris at that moment, counted from 1970-01-01, which is 0. */
export function parisDayNumber(epochMilliseconds: number): number {
  return Math.floor((epochMilliseconds + parisOffset(epochMilliseconds)) / plainDay)
}

/** The date it is in Paris at that moment. */
export const dateAt = (epochMilliseconds: number): Temporal.PlainDate =>
  parisDayOf(dateOfDay(parisDayNumber(epochMilliseconds))).date

/** The minutes past midnight by the clocks of Paris at that moment, with their fraction. */
export function parisMinutes(epochMilliseconds: number): number {
  const local = epochMilliseconds + parisOffset(epochMilliseconds)
  return (local - Math.floor(local / plainDay) * plainDay) / millisecondsPerMinute
}

/** The days from the first number to the last one, both included. */
export function parisDays(first: number, last: number): ParisDay[] {
  return Array.from({ length: last - first + 1 }, (_, index) => parisDayNumbered(first + index))
}

/** One day, `YYYY-MM-DD`. */
export function parisDayOf(date: string): ParisDay {
  return parisDayNumbered(dayNumberOf(date))
}

/** The epoch milliseconds of that many minutes past midnight by the clocks of that day. */
export function momentOf({ date, start, hasPlainHours }: ParisDay, minutes: number): number {
  const milliseconds = Math.round(minutes * millisecondsPerMinute)
  if (hasPlainHours) return start + milliseconds
  return instantOfParis(date.toPlainDateTime().add({ milliseconds })).epochMilliseconds
}

/**
 * The epoch milliseconds of that many minutes past the midnight of a numbered day, by the clocks of Paris: past 1,440 they
 * are counted from the next midnight. A time missing in spring shifts forward, a doubled one is the first.
 */
export function wallMoment(dayNumber: number, minutes: number): number {
  const day = dayNumber + Math.floor(minutes / minutesPerDay)
  const midnight = startOfDay(day)
  const rest = (minutes - (day - dayNumber) * minutesPerDay) * millisecondsPerMinute
  const next = startOfDay(day + 1)
  if (next - midnight === plainDay || parisOffset(midnight + rest) === parisOffset(midnight)) return midnight + rest
  // A day with a clock change: an existing time counts back from the next midnight, a missing one is shifted.
  const counted = next - (plainDay - rest)
  return parisOffset(counted) === parisOffset(next) ? counted : midnight + rest
}

/** The epoch milliseconds of the first instant of a numbered day. Paris changes its clocks at 1:00 UTC: midnight is never doubled. */
export const startOfDay = memoised(keptDays, (dayNumber: number): number => {
  const guess = dayNumber * plainDay - 60 * millisecondsPerMinute
  return dayNumber * plainDay - parisOffset(guess)
})

/** From the first moment of a numbered day to that of the day after the last one. */
export const boundsOfDays = (first: number, last = first): { from: Date; to: Date } => ({
  from: new Date(startOfDay(first)),
  to: new Date(startOfDay(last + 1)),
})

/** The number of a day `YYYY-MM-DD`, counted from 1970-01-01. */
export function dayNumberOf(date: string): number {
  return Date.UTC(Number(date.slice(0, 4)), Number(date.slice(5, 7)) - 1, Number(date.slice(8, 10))) / plainDay
}

/** `YYYY-MM-DD` of a numbered day. */
export const dateOfDay = memoised(keptDays, (dayNumber: number): string =>
  new Date(dayNumber * plainDay).toISOString().slice(0, 10),
)

/** 1 Monday to 7 Sunday: 1970-01-01 was a Thursday. */
export function weekdayOf(dayNumber: number): ParisDay['dayOfWeek'] {
  return (((((dayNumber + 3) % 7) + 7) % 7) + 1) as ParisDay['dayOfWeek']
}

/** The same time by the clocks of Paris, so many days later, in epoch milliseconds. */
export function daysLater(epochMilliseconds: number, days: number): number {
  // In the hour that the clocks show twice the same time by the clocks may be an hour before.
  if (days === 0) return epochMilliseconds
  const local = epochMilliseconds + parisOffset(epochMilliseconds)
  const number = Math.floor(local / plainDay)
  return momentOf(parisDayNumbered(number + days), (local - number * plainDay) / millisecondsPerMinute)
}

const parisDayNumbered = memoised(keptDays, (number: number): ParisDay => {
  const date = Temporal.PlainDate.from(dateOfDay(number))
  const start = startOfParisDay(date).epochMilliseconds
  const hasPlainHours = startOfParisDay(date.add({ days: 1 })).epochMilliseconds - start === plainDay
  return { number, date, dayOfWeek: date.dayOfWeek as ParisDay['dayOfWeek'], start, hasPlainHours }
})
