import { Temporal } from 'temporal-polyfill'
import { minutesPerDay } from './clock-time.ts'
import { memoised } from './memoised.ts'
import { parisOffset } from './paris-time.ts'

const millisecondsPerMinute = 60_000
const plainDay = minutesPerDay * millisecondsPerMinute
const keptDays = 2_000

/** The number of the day it is in Paris at that moment, counted from 1970-01-01, which is 0. */
export function parisDayNumber(epochMilliseconds: number): number {
  return Math.floor((epochMilliseconds + parisOffset(epochMilliseconds)) / plainDay)
}

/** The date it is in Paris at that moment. */
export const dateAt = (epochMilliseconds: number): Temporal.PlainDate => plainDateOf(parisDayNumber(epochMilliseconds))

/** The minutes past midnight by the clocks of Paris at that moment, with their fraction. */
export function parisMinutes(epochMilliseconds: number): number {
  const local = epochMilliseconds + parisOffset(epochMilliseconds)
  return (local - Math.floor(local / plainDay) * plainDay) / millisecondsPerMinute
}

/** The numbers of the days from the first to the last one, both included. */
export const daysBetween = (first: number, last: number): number[] =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index)

/** False on the two days of the year when clocks change. */
export const hasPlainHours = (dayNumber: number): boolean =>
  startOfDay(dayNumber + 1) - startOfDay(dayNumber) === plainDay

/**
 * The epoch milliseconds of that many minutes past the midnight of a numbered day, by the clocks of Paris: past 1,440 they
 * are counted from the next midnight. A time missing in spring shifts forward, a doubled one is the first.
 */
export function wallMoment(dayNumber: number, minutes: number): number {
  const day = dayNumber + Math.floor(minutes / minutesPerDay)
  const midnight = startOfDay(day)
  const rest = Math.round((minutes - (day - dayNumber) * minutesPerDay) * millisecondsPerMinute)
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
export function weekdayOf(dayNumber: number): 1 | 2 | 3 | 4 | 5 | 6 | 7 {
  return (((((dayNumber + 3) % 7) + 7) % 7) + 1) as ReturnType<typeof weekdayOf>
}

/** The same time by the clocks of Paris, so many days later, in epoch milliseconds. */
export function daysLater(epochMilliseconds: number, days: number): number {
  // In the hour that the clocks show twice the same time by the clocks may be an hour before.
  if (days === 0) return epochMilliseconds
  const local = epochMilliseconds + parisOffset(epochMilliseconds)
  const number = Math.floor(local / plainDay)
  return wallMoment(number + days, (local - number * plainDay) / millisecondsPerMinute)
}

/** The date of a numbered day. */
export const plainDateOf = memoised(keptDays, (dayNumber: number) => Temporal.PlainDate.from(dateOfDay(dayNumber)))
