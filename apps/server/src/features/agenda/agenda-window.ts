import { daysOfType, dayTypes } from '@parvis/domain/company/opening-hours'
import {
  dateOfDay,
  daysBetween,
  hasPlainHours,
  parisDayNumber,
  parisMinutes,
  weekdayOf,
} from '@parvis/domain/kernel/paris-days'
import type { Temporal } from 'temporal-polyfill'
import { momentAt, toDate } from '../../db/clock.ts'
import type { AgendaWindow, LineRange } from './agenda.queries.ts'

type Wanted = {
  zips: readonly string[]
  from: Temporal.Instant
  /** The last start of a date, and of a weekly line, in epoch milliseconds. */
  last: { fixed: number; recurrent: number }
  cursor: AgendaCursor | undefined
  limit: number
}

/** Where the next `limit` times of an agenda are looked for: from a moment on, after a cursor when it is given. */
export function windowOf({ zips, from, last, cursor, limit }: Wanted): AgendaWindow {
  const since = cursor ? momentAt(cursor.start) : from
  // A line is shown from the evening before, with the preview.
  const lastDay = dateOfDay(parisDayNumber(last.recurrent) + 1)
  return {
    zips,
    from: new Date(Math.max(from.epochMilliseconds, since.epochMilliseconds)),
    last: new Date(last.fixed),
    lastLine: new Date(last.recurrent),
    since: toDate(since),
    afterId: cursor?.id ?? 0,
    isFirst: !cursor,
    ranges: JSON.stringify(lineRanges(since.epochMilliseconds, cursor, limit).filter(({ day }) => day <= lastDay)),
    limit,
  }
}

/** Sort key of an agenda: the start of an occurrence, then the id of its instant. */
export type AgendaCursor = { start: number; id: number }

const minutesPerHour = 60
const minutesPerDay = 24 * minutesPerHour
const allRows = 2 ** 31 - 1
const lastId = Number.MAX_SAFE_INTEGER
/** From before every minute of a day to after it. */
const [lowest, highest] = [-10_000, 10_000]
const everyLine = {
  after_minutes: lowest,
  after_id: 0,
  to_minutes: highest,
  to_id: 0,
  ends_after: lowest,
  ends_by: highest,
}

/**
 * The weekly lines by the day of their next start. On a first page a line is left behind by this day when it is over; later when it
 * began before the cursor, and one that is shown from the evening before, with the preview, has its minute below 0 on the day after. On
 * a day when clocks change the order of minutes is not that of starts: each line is then found on more days than one, the nearest first.
 */
function lineRanges(since: number, cursor: AgendaCursor | undefined, limit: number): LineRange[] {
  const today = parisDayNumber(since)
  const minutes = parisMinutes(since)
  const all = { ...everyLine, most: limit }
  if (!cursor) {
    const running = hasPlainHours(today) ? minutes : minutes - minutesPerHour
    // What is over began before now: no line that begins later is looked at.
    const over = { ...all, ends_by: minutes, to_minutes: Math.floor(minutes), to_id: lastId }
    return rangesFrom(today, all).flatMap((range) =>
      range.day === dateOfDay(today)
        ? [
            { ...range, ends_after: running },
            ...rangesFrom(today + 1, over).filter((next) => next.day_type === range.day_type),
          ]
        : range,
    )
  }
  if (!hasPlainHours(today)) return [0, 1, 2].flatMap((days) => rangesFrom(today + days, all))
  const [minute, id] = [Math.floor(minutes), Number.isInteger(minutes) ? cursor.id : lastId]
  const midnight = { ...all, to_minutes: -1, to_id: lastId }
  return [
    ...rangesFrom(today, { ...all, after_minutes: minute, after_id: id }),
    ...rangesFrom(today + 1, { ...all, after_minutes: -1, after_id: lastId, to_minutes: minute, to_id: id }),
    ...rangesFrom(today + 1, { ...midnight, after_minutes: minute - minutesPerDay, after_id: id }),
    ...rangesFrom(today + 2, { ...all, to_minutes: minute - minutesPerDay, to_id: id }),
  ]
}

/** The same range of each day choice, on its first day from a numbered one; all its lines are read on a day when clocks change. */
function rangesFrom(first: number, range: Omit<LineRange, 'day_type' | 'day'>): LineRange[] {
  const week = daysBetween(first, first + 6)
  return dayTypes.flatMap((type) => {
    const days = daysOfType(type)
    const day = week.find((one) => days.includes(weekdayOf(one)))
    if (day === undefined) return []
    return { ...range, day_type: type, day: dateOfDay(day), ...(!hasPlainHours(day) && { most: allRows }) }
  })
}
