import { daysOfType, dayTypesOf, isDayType, type OpeningHours } from '../company/opening-hours.ts'
import { minutesPerDay, readClockTime } from '../kernel/clock-time.ts'
import { readDay } from '../kernel/day.ts'
import { readDateTime, readParisLocal, timeInsteadOf } from '../kernel/paris-time.ts'
import { activationTimeType, type WrittenActivationTime } from './activation-time.ts'
import { checkDate, type writeDate, type writeLine } from './full-schedule.ts'
import type { InstantFieldKey } from './instants.refusals.fr.ts'
import { maxDates } from './repeat-dates.ts'
import { checkScheduleItem, shortestMinutes } from './schedule.ts'

/** A recurrent item as typed: a day choice and two `HH:mm`. */
export type TypedRecurrentItem = {
  kind: 'recurrent'
  id?: number
  dayType: string
  startTime: string
  endTime: string
  preview: boolean
  paused: boolean
  /** True for a line of a full schedule, where an end at or before its start is on the next day. */
  more?: TypedValidity
}

/** The first and last day of a line as typed, and the days left out, `YYYY-MM-DD`. */
export type TypedValidity = { from: string; until: string; except: readonly string[] }

/** A fixed item as typed: days `DD/MM/YYYY` (or ISO) and times `HH:mm`. */
export type TypedFixedItem = {
  kind: 'fixed'
  id?: number
  startDay: string
  startTime: string
  endDay: string
  endTime: string
  preview: boolean
  paused: boolean
  /** True when the date lasts several days. */
  isLong?: boolean
}

export type TypedScheduleItem = TypedRecurrentItem | TypedFixedItem

/** The first thing wrong with one typed item: empty, not a date nor an hour, an hour that the clocks skip, end before start, too short. */
export function checkTypedItem(item: TypedScheduleItem): InstantFieldKey | undefined {
  return item.kind === 'fixed' ? checkFixed(item) : checkRecurrent(item)
}

/** The body of a valid typed item; a recurrent one is dated `day` (`YYYY-MM-DD`), only its hours count. */
export function writeTypedItem(item: TypedScheduleItem, day: string) {
  const [startDay, endDay] = item.kind === 'fixed' ? [readDay(item.startDay), readDay(item.endDay)] : [day, day]
  return {
    ...(item.id !== undefined && { id: item.id }),
    activationTimeType: activationTimeType(item.preview),
    activeDayType: item.kind === 'fixed' ? 'fixed' : item.dayType,
    startDateTime: `${startDay ?? ''} ${item.startTime}`,
    endDateTime: `${endDay ?? ''} ${item.endTime}`,
    isEnabled: !item.paused,
  } satisfies WrittenActivationTime
}

/** The opening hours as recurrent items, paused ones paused; they replace those there were. */
export function itemsFromOpeningHours(hours: readonly OpeningHours[]): TypedRecurrentItem[] {
  return hours.map(({ dayType, startTime, endTime, enabled }) => ({
    kind: 'recurrent',
    dayType,
    startTime,
    endTime,
    preview: false,
    paused: !enabled,
  }))
}

function checkFixed(item: TypedFixedItem): InstantFieldKey | undefined {
  const typed = [item.startDay, item.startTime, item.endDay, item.endTime]
  if (typed.some((text) => text.trim() === '')) return 'empty_schedule_error'
  const written = writeTypedItem(item, '')
  const [start, end] = [readDateTime(written.startDateTime), readDateTime(written.endDateTime)]
  if (!start || !end) return 'date_format_error'
  // In spring the clocks of Paris skip an hour: the wire shifts it forward, a person is told.
  if ([written.startDateTime, written.endDateTime].some(timeInsteadOf)) return 'missing_hour_error'
  if (item.isLong) return inOrder(checkDate(start, end))
  return checkScheduleItem({ kind: 'fixed', start, end, preview: item.preview, enabled: true })
}

function checkRecurrent(item: TypedRecurrentItem): InstantFieldKey | undefined {
  if (!isDayType(item.dayType)) return 'schedule_day_error'
  if (item.startTime.trim() === '' || item.endTime.trim() === '') return 'empty_schedule_error'
  const [startMinutes, endMinutes] = [readClockTime(item.startTime), readClockTime(item.endTime)]
  if (startMinutes === undefined || endMinutes === undefined) return 'time_format_error'
  const { dayType, preview, more } = item
  if (more) return checkMore(more, endMinutes + (endMinutes <= startMinutes ? minutesPerDay : 0) - startMinutes)
  return checkScheduleItem({ kind: 'recurrent', dayType, startMinutes, endMinutes, preview, enabled: true })
}

/** A line that may pass midnight, with its first and last day. */
function checkMore({ from, until }: TypedValidity, minutes: number): InstantFieldKey | undefined {
  const [first, last] = [from, until].map((text) => (text.trim() === '' ? '' : readDay(text)))
  if (first === undefined || last === undefined) return 'date_format_error'
  if (first && last && last < first) return 'end_order_error'
  return minutes < shortestMinutes ? 'short_line_error' : undefined
}

/** Of what may end another day, the sentence says nothing of the same one. */
const inOrder = (key: InstantFieldKey | undefined) => (key === 'end_date_error' ? 'end_order_error' : key)

function local(text: string): { day: string; time: string } {
  const [day = '', time = ''] = readParisLocal(text)?.toString({ smallestUnit: 'minute' }).split('T') ?? []
  return { day, time }
}

type AnsweredDate = ReturnType<typeof writeDate>
type AnsweredLine = ReturnType<typeof writeLine>

/** The first thing wrong with a typed schedule of any kind; none at all is an error of its own. */
export function checkTypedPlan(items: readonly TypedScheduleItem[]): InstantFieldKey | undefined {
  if (items.filter(({ kind }) => kind === 'fixed').length > maxDates) return 'too_many_dates'
  return items.length === 0 ? 'schedule_error' : items.map(checkTypedItem).find((key) => key !== undefined)
}

/** What the schedule call is sent for valid typed items. */
export function writeTypedPlan(items: readonly TypedScheduleItem[]) {
  const dates = items.filter((item) => item.kind === 'fixed')
  const weekly = items.filter((item) => item.kind === 'recurrent')
  if (dates.length > 0) return { kind: 'dates' as const, dates: dates.map(writeDateItem) }
  return { kind: 'weekly' as const, weekly: weekly.map(writeLineItem) }
}

function writeDateItem({ id, startDay, startTime, endDay, endTime, preview, paused }: TypedFixedItem) {
  const start = `${readDay(startDay) ?? ''} ${startTime}`
  return {
    ...(id !== undefined && { id }),
    start,
    end: `${readDay(endDay) ?? ''} ${endTime}`,
    preview,
    enabled: !paused,
  }
}

function writeLineItem({ dayType, startTime, endTime, preview, paused, more }: TypedRecurrentItem) {
  const days = isDayType(dayType) ? [...daysOfType(dayType)] : []
  const [from, until] = [readDay(more?.from ?? ''), readDay(more?.until ?? '')]
  const validity = { ...(from && { from }), ...(until && { until }), except: [...(more?.except ?? [])] }
  return { days, start: startTime, end: endTime, ...validity, preview, enabled: !paused }
}

/** The typed form of a whole schedule, to edit it; a line of days that are no choice of the list is one line a choice. */
export function typedPlanOf({
  dates,
  weekly,
}: {
  dates: readonly AnsweredDate[]
  weekly: readonly AnsweredLine[]
}): TypedScheduleItem[] {
  return [...dates.map(typedDateOf), ...weekly.flatMap(typedLinesOf)]
}

function typedDateOf({ id, start, end, preview, enabled }: AnsweredDate): TypedFixedItem {
  const [from, to] = [local(start), local(end)]
  const times = { startDay: from.day, startTime: from.time, endDay: to.day, endTime: to.time }
  return { kind: 'fixed', id, ...times, preview, paused: !enabled, ...(from.day !== to.day && { isLong: true }) }
}

function typedLinesOf(line: AnsweredLine): TypedRecurrentItem[] {
  const { start, end, from, until, except, preview, enabled } = line
  const isPlain = end > start && !from && !until && except.length === 0
  const more = isPlain ? {} : { more: { from: from ?? '', until: until ?? '', except } }
  return dayTypesOf(line.days as Parameters<typeof dayTypesOf>[0]).map((dayType) => ({
    kind: 'recurrent',
    dayType,
    startTime: start,
    endTime: end,
    preview,
    paused: !enabled,
    ...more,
  }))
}
