import { isDayType } from '@parvis/domain/company/day-type'
import type { OpeningHours } from '@parvis/domain/company/opening-hours'
import { openingState } from '@parvis/domain/company/opening-state'
import { checkTypedItem, type TypedFixedItem, type TypedScheduleItem } from '@parvis/domain/instants/typed-schedule'
import { writeClockTime } from '@parvis/domain/kernel/clock-time'
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

/** From now until closing time, else until the end of the day: today's offer in one tap. */
export function todayItem(now: Temporal.Instant, hours: readonly OpeningHours[]): TypedFixedItem {
  const local = parisOf(now)
  const minutes = local.hour * 60 + local.minute
  const start = Math.floor(minutes / 15) * 15
  const state = openingState(hours, { day: local.dayOfWeek as 1 | 2 | 3 | 4 | 5 | 6 | 7, minutes })
  const closing = state.state === 'open' && state.closesAt !== undefined ? state.closesAt : lastMinute
  const end = closing > start ? closing : lastMinute
  return fixedItem(local.toPlainDate().toString(), writeClockTime(start), writeClockTime(end))
}

export function tomorrowItem(now: Temporal.Instant): TypedFixedItem {
  return fixedItem(parisOf(now).add({ days: 1 }).toPlainDate().toString(), usualStart, usualEnd)
}

export function fixedItem(day = '', startTime = '', endTime = ''): TypedFixedItem {
  return { kind: 'fixed', startDay: day, startTime, endDay: day, endTime, preview: false, paused: false }
}

/** A valid date that is already over: allowed, with a warning (AMB-86). */
export function isOver(items: readonly TypedScheduleItem[], now: Temporal.Instant): boolean {
  const [item] = items
  if (item?.kind !== 'fixed' || checkTypedItem(item)) return false
  const end = readDateTime(`${item.endDay} ${item.endTime}`)
  return end !== undefined && end.epochMilliseconds <= now.epochMilliseconds
}
