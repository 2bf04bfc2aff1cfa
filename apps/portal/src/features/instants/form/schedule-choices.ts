import { isDayType } from '@parvis/domain/company/day-type'
import { type OpeningHours, weekLines } from '@parvis/domain/company/opening-hours'
import { checkTypedItem, type TypedFixedItem, type TypedScheduleItem } from '@parvis/domain/instants/typed-schedule'
import { writeClockTime } from '@parvis/domain/kernel/clock-time'
import { readDay } from '@parvis/domain/kernel/day'
import { parisOf, readDateTime } from '@parvis/domain/kernel/paris-time'
import type { Temporal } from 'temporal-polyfill'
import type { Company } from '../../../lib/session.ts'

const lastMinute = 23 * 60 + 59
const usualStart = '10:00'
const usualEnd = '18:00'

/** The opening hours of the company as the rules of the domain read them. */
export function hoursOf({ openHours }: Company): OpeningHours[] {
  return openHours.flatMap(({ type, ...hours }) => (isDayType(type) ? [{ ...hours, dayType: type }] : []))
}

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

/** The first opening and the last closing of a day, in minutes; zeros when it is closed or unknown. */
function openingOn(hours: readonly OpeningHours[], { dayOfWeek }: Temporal.ZonedDateTime) {
  const slots = weekLines(hours).find(({ day }) => day === dayOfWeek)?.slots ?? []
  return { opens: slots[0]?.start ?? 0, closes: Math.max(0, ...slots.map(({ end }) => end)) }
}

export function fixedItem(day = '', startTime = '', endTime = ''): TypedFixedItem {
  return { kind: 'fixed', startDay: day, startTime, endDay: day, endTime, preview: false, paused: false }
}

/** Valid dates that are all over: allowed, with a warning (AMB-86). */
export function isOver(items: readonly TypedScheduleItem[], now: Temporal.Instant): boolean {
  return items.length > 0 && items.every((item) => isOverDate(item, now))
}

function isOverDate(item: TypedScheduleItem, now: Temporal.Instant): boolean {
  if (item.kind !== 'fixed' || checkTypedItem(item)) return false
  const end = readDateTime(`${readDay(item.endDay) ?? ''} ${item.endTime}`)
  return end !== undefined && end.epochMilliseconds <= now.epochMilliseconds
}
