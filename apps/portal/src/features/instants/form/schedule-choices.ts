import type { OpeningHours } from '@parvis/domain/company/opening-hours'
import { dayHours, planOfWeek } from '@parvis/domain/hours/day-hours'
import { checkTypedItem, type TypedFixedItem, type TypedScheduleItem } from '@parvis/domain/instants/typed-schedule'
import { writeClockTime } from '@parvis/domain/kernel/clock-time'
import { readDay } from '@parvis/domain/kernel/day'
import { dayNumberOf } from '@parvis/domain/kernel/paris-days'
import { parisOf, readDateTime } from '@parvis/domain/kernel/paris-time'
import type { Temporal } from 'temporal-polyfill'

const lastMinute = 23 * 60 + 59
const usualStart = '10:00'
const usualEnd = '18:00'

/**
 * Today's offer in one tap: from now, or from the opening when it is still to come, until the last closing of the day; the
 * end of the day when no hours are left.
 */
export function todayItem(now: Temporal.Instant, hours: readonly OpeningHours[]): TypedFixedItem {
  const local = parisOf(now)
  const minutes = local.hour * 60 + local.minute
  const { opens, closes } = openingOn(hours, local)
  const start = Math.max(Math.floor(minutes / 15) * 15, closes > minutes ? opens : 0)
  const end = closes > start ? closes : lastMinute
  return fixedItem(local.toPlainDate().toString(), writeClockTime(start), writeClockTime(end))
}

/** The opening hours of tomorrow from end to end, else usual ones. */
export function tomorrowItem(now: Temporal.Instant, hours: readonly OpeningHours[]): TypedFixedItem {
  const local = parisOf(now).add({ days: 1 })
  const { opens, closes } = openingOn(hours, local)
  const [start, end] = closes > 0 ? [writeClockTime(opens), writeClockTime(closes)] : [usualStart, usualEnd]
  return fixedItem(local.toPlainDate().toString(), start, end)
}

/** The first opening and the last closing of a day, in minutes, an evening cut at its last minute; zeros when it is closed or unknown. */
function openingOn(hours: readonly OpeningHours[], local: Temporal.ZonedDateTime) {
  const { ranges } = dayHours(planOfWeek(hours), dayNumberOf(local.toPlainDate().toString()))
  return { opens: ranges[0]?.start ?? 0, closes: Math.min(lastMinute, ranges.at(-1)?.end ?? 0) }
}

export function fixedItem(day = '', startTime = '', endTime = ''): TypedFixedItem {
  return { kind: 'fixed', startDay: day, startTime, endDay: day, endTime, preview: false, paused: false }
}

/** Valid dates that are all over: allowed, with a warning. */
export function isOver(items: readonly TypedScheduleItem[], now: Temporal.Instant): boolean {
  return items.length > 0 && items.every((item) => isOverDate(item, now))
}

function isOverDate(item: TypedScheduleItem, now: Temporal.Instant): boolean {
  if (item.kind !== 'fixed' || checkTypedItem(item)) return false
  const end = readDateTime(`${readDay(item.endDay) ?? ''} ${item.endTime}`)
  return end !== undefined && end.epochMilliseconds <= now.epochMilliseconds
}
