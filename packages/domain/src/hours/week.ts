import { type DayOfWeek, type DayType, daysOfType, daysOfWeek, dayTypesOf } from '../company/opening-hours.ts'
import { minutesPerDay, readClockTime, writeClockTime } from '../kernel/clock-time.ts'

/** Two `HH:mm` of the clocks of Paris; an end equal to or before its start is on the next day. */
export type ClockRange = { start: string; end: string }

/** A line of a week: 1 Monday to 7 Sunday. A line that is not enabled is paused. */
export type WeekLine = ClockRange & { days: readonly DayOfWeek[]; enabled: boolean }

/** A row of `opening_hours`, legal for the seeds: it ends on its day, 23:59 standing for midnight. */
export type StoredLine = { type: DayType; startTime: string; endTime: string; enabled: boolean }

/** Minutes since the midnight of the day on which the range begins; an end past 1,440 is on the next day. */
export type MinuteRange = { start: number; end: number }

const lastMinute = '23:59'
const midnight = '00:00'
const minMinutes = 5
/** The last start that leaves 5 minutes before 23:59, the end of a row of the seeds. */
const lastLongStart = minutesPerDay - 1 - minMinutes

/** The minutes of a range whose times are known to be right. A stored end at 23:59 is midnight. */
export function minutesOf({ start, end }: ClockRange): MinuteRange {
  const from = readClockTime(start) ?? 0
  const to = end === lastMinute ? 0 : (readClockTime(end) ?? 0)
  return { start: from, end: to <= from ? to + minutesPerDay : to }
}

/** `HH:mm` of the start and the end, the end of the next day written as its own time. */
export function clockRangeOf({ start, end }: MinuteRange): ClockRange {
  return { start: writeClockTime(start % minutesPerDay), end: writeClockTime(end % minutesPerDay) }
}

/** Sorted, overlapping and touching ranges as one. */
export function mergeRanges(ranges: readonly MinuteRange[]): MinuteRange[] {
  const merged: MinuteRange[] = []
  for (const range of [...ranges].sort((a, b) => a.start - b.start || a.end - b.end)) {
    const last = merged.at(-1)
    if (!last || range.start > last.end) merged.push({ ...range })
    else last.end = Math.max(last.end, range.end)
  }
  return merged
}

/**
 * The first thing wrong with a range: a time that is no `HH:mm`, less than 5 minutes, or what the rows of the seeds cannot
 * hold: a start after 23:54 that passes midnight, an end in the first 4 minutes of the next day.
 */
export function checkClockRange(range: ClockRange): 'opening_start_error' | 'opening_end_error' | undefined {
  const start = readClockTime(range.start)
  if (start === undefined) return 'opening_start_error'
  const end = readClockTime(range.end)
  if (end === undefined) return 'opening_end_error'
  if (end > start) return end < start + minMinutes ? 'opening_end_error' : undefined
  if (start > lastLongStart) return 'opening_start_error'
  return end > 0 && end < minMinutes ? 'opening_end_error' : undefined
}

/**
 * One line for an evening that is stored as two rows, and one line for the days that share their times, in the order of
 * the week. A head that ends at 23:59 takes one row `00:00-x` of the next day, paused or not like itself, when the whole
 * lasts 24 hours at most; the longest first.
 */
export function foldWeek(rows: readonly StoredLine[]): WeekLine[] {
  const parts = rows.flatMap((row) =>
    daysOfType(row.type).map((day) => ({
      day,
      ...minutesOf({ start: row.startTime, end: row.endTime }),
      enabled: row.enabled,
    })),
  )
  const tails = new Set(parts.filter((part) => part.start === 0 && part.end < minutesPerDay))
  const pairs = parts
    .filter((head) => head.end === minutesPerDay)
    .flatMap((head) =>
      [...tails]
        .filter((tail) => tail.day === nextDay(head.day) && tail.enabled === head.enabled && tail.end <= head.start)
        .map((tail) => ({ head, tail, length: tail.end - head.start })),
    )
    .sort((a, b) => b.length - a.length)
  const taken = new Set<object>()
  for (const { head, tail } of pairs) {
    if (taken.has(head) || taken.has(tail)) continue
    taken.add(head).add(tail)
    head.end += tail.end
    tails.delete(tail)
  }
  const kept = parts.filter((part) => !taken.has(part) || part.end > minutesPerDay)
  return groupLines(kept.map(({ day, enabled, ...range }) => ({ days: [day], ...clockRangeOf(range), enabled })))
}

/** The rows of the seeds that open the same minutes: days that are none of the 13 choices make a row each. */
export function unfoldWeek(lines: readonly WeekLine[]): StoredLine[] {
  return lines.flatMap(({ days, start, end, enabled }) => {
    const range = minutesOf({ start, end })
    return dayTypesOf(days).flatMap((type) => {
      const head = { type, startTime: start, endTime: range.end < minutesPerDay ? end : lastMinute, enabled }
      if (range.end <= minutesPerDay) return [head]
      const tailDays = dayTypesOf(daysOfType(type).map(nextDay))
      return [head, ...tailDays.map((tail) => ({ type: tail, startTime: midnight, endTime: end, enabled }))]
    })
  })
}

/** Lines to store, those that did not change under the id that they have in the stored rows. */
export function keepIds<L extends StoredLine>(lines: readonly L[], stored: readonly (StoredLine & { id?: number })[]) {
  const free = [...stored]
  return lines.map((line) => {
    const index = free.findIndex((row) => rowText(row) === rowText(line))
    const [kept] = index < 0 ? [] : free.splice(index, 1)
    return kept?.id === undefined ? line : { ...line, id: kept.id }
  })
}

function rowText({ type, startTime, endTime, enabled }: StoredLine): string {
  return `${type} ${startTime} ${endTime} ${enabled}`
}

/** The canonical form of a week, by which two screens or two saves are compared. */
export function canonicalWeek(lines: readonly WeekLine[]): WeekLine[] {
  return foldWeek(unfoldWeek(lines))
}

/** The ranges of each day of the week, 1 to 7, merged, paused lines left out. */
export function rangesByWeekday(lines: readonly WeekLine[]): ReadonlyMap<DayOfWeek, readonly MinuteRange[]> {
  const byDay = new Map<DayOfWeek, MinuteRange[]>(daysOfWeek.map((day) => [day, []]))
  for (const line of lines) {
    if (!line.enabled) continue
    const range = minutesOf(line)
    for (const day of line.days) byDay.get(day)?.push(range)
  }
  return new Map([...byDay].map(([day, ranges]) => [day, mergeRanges(ranges)]))
}

function nextDay(day: DayOfWeek): DayOfWeek {
  return ((day % 7) + 1) as DayOfWeek
}

/** The lines of the same times as one, in the order of the week. */
export function groupLines(lines: readonly WeekLine[]): (WeekLine & { days: DayOfWeek[] })[] {
  const groups = Map.groupBy(lines, ({ start, end, enabled }) => `${start} ${end} ${enabled}`)
  return [...groups.values()]
    .flatMap((group) => {
      const days = daysOfWeek.filter((day) => group.some((line) => line.days.includes(day)))
      return group.slice(0, 1).map(({ start, end, enabled }) => ({ days, start, end, enabled }))
    })
    .sort(
      (a, b) =>
        (a.days[0] ?? 0) - (b.days[0] ?? 0) ||
        a.start.localeCompare(b.start) ||
        a.end.localeCompare(b.end) ||
        Number(b.enabled) - Number(a.enabled),
    )
}

/**
 * Whether these ranges leave no minute of any week closed. One that begins in the hour that spring leaves out begins later that
 * night, which may close some minutes.
 */
export function isRoundTheClock(usual: ReadonlyMap<DayOfWeek, readonly MinuteRange[]>): boolean {
  const all = [...usual.values()].flat()
  const length = all.reduce((sum, { start, end }) => sum + end - start, 0)
  if (length < 7 * minutesPerDay || all.some(({ start }) => start > 120 && start < 180)) return false
  const twoWeeks = [...usual].flatMap(([day, ranges]) =>
    [day - 8, day - 1].flatMap((shift) =>
      ranges.map(({ start, end }) => ({ start: shift * minutesPerDay + start, end: shift * minutesPerDay + end })),
    ),
  )
  return mergeRanges(twoWeeks).some(({ start, end }) => start <= 0 && end >= 7 * minutesPerDay)
}
