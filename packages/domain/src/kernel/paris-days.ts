import { Temporal } from 'temporal-polyfill'
import { instantOfParis, parisOffset, startOfParisDay } from './paris-time.ts'

/** A Paris day, with what finding its moments costs worked out once. */
export type ParisDay = {
  date: Temporal.PlainDate
  dayOfWeek: 1 | 2 | 3 | 4 | 5 | 6 | 7
  /** Epoch milliseconds of its first instant. */
  start: number
  /** False on the two days of the year when clocks change. */
  hasPlainHours: boolean
}

const millisecondsPerMinute = 60_000
const plainDay = 24 * 60 * millisecondsPerMinute

/** The number of the day it is in Paris at that moment, counted from 1970-01-01, which is 0. */
export function parisDayNumber(epochMilliseconds: number): number {
  return Math.floor((epochMilliseconds + parisOffset(epochMilliseconds)) / plainDay)
}

/** The days from the first number to the last one, both included. */
export function parisDays(first: number, last: number): ParisDay[] {
  return Array.from({ length: last - first + 1 }, (_, index) => parisDayNumbered(first + index))
}

/** One day, `YYYY-MM-DD`. */
export function parisDayOf(date: string): ParisDay {
  return parisDayNumbered(Date.parse(`${date}T00:00:00Z`) / plainDay)
}

/** The epoch milliseconds of that many minutes past midnight by the clocks of that day (AMB-147). */
export function momentOf({ date, start, hasPlainHours }: ParisDay, minutes: number): number {
  const milliseconds = Math.round(minutes * millisecondsPerMinute)
  if (hasPlainHours) return start + milliseconds
  return instantOfParis(date.toPlainDateTime().add({ milliseconds })).epochMilliseconds
}

/** The same time by the clocks of Paris, so many days later, in epoch milliseconds. */
export function daysLater(epochMilliseconds: number, days: number): number {
  const local = epochMilliseconds + parisOffset(epochMilliseconds)
  const number = Math.floor(local / plainDay)
  return momentOf(parisDayNumbered(number + days), (local - number * plainDay) / millisecondsPerMinute)
}

const keptDays = 2_000
const days = new Map<number, ParisDay>()

/** The same days are asked for again and again, so they are kept. */
function parisDayNumbered(number: number): ParisDay {
  const known = days.get(number)
  if (known) return known
  const date = Temporal.PlainDate.from(new Date(number * plainDay).toISOString().slice(0, 10))
  const start = startOfParisDay(date).epochMilliseconds
  const hasPlainHours = startOfParisDay(date.add({ days: 1 })).epochMilliseconds - start === plainDay
  const day = { date, dayOfWeek: date.dayOfWeek as ParisDay['dayOfWeek'], start, hasPlainHours }
  if (days.size >= keptDays) days.clear()
  days.set(number, day)
  return day
}
