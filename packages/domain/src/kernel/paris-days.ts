import { Temporal } from 'temporal-polyfill'
import { instantOfParis, startOfParisDay } from './paris-time.ts'

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

/** The days from the first to the last one, both included. */
export function parisDays(first: Temporal.PlainDate, last: Temporal.PlainDate): ParisDay[] {
  const count = first.until(last).days + 1
  const dates = Array.from({ length: count + 1 }, (_, index) => first.add({ days: index }))
  const starts = dates.map((date) => startOfParisDay(date).epochMilliseconds)
  return dates.slice(0, count).map((date, index) => {
    const [start = 0, next = 0] = [starts[index], starts[index + 1]]
    return { date, dayOfWeek: date.dayOfWeek as ParisDay['dayOfWeek'], start, hasPlainHours: next - start === plainDay }
  })
}

const keptDays = 1_000
const days = new Map<string, ParisDay>()

/** One day, `YYYY-MM-DD`; the same ones are asked for again and again, so they are kept. */
export function parisDayOf(date: string): ParisDay {
  const known = days.get(date)
  if (known) return known
  const first = Temporal.PlainDate.from(date)
  const [day] = parisDays(first, first)
  if (!day) throw new RangeError(`${date} is no day`)
  if (days.size >= keptDays) days.clear()
  days.set(date, day)
  return day
}

/** The instant it is that many minutes past midnight by the clocks of that day, 0 to 1439 (AMB-147). */
export function momentOf({ date, start, hasPlainHours }: ParisDay, minutes: number): Temporal.Instant {
  if (hasPlainHours) return Temporal.Instant.fromEpochMilliseconds(start + minutes * millisecondsPerMinute)
  return instantOfParis(date.toPlainDateTime({ hour: Math.floor(minutes / 60), minute: minutes % 60 }))
}
