import { daysOfType, dayTypesOf, isDayType } from '../company/day-type.ts'
import { readDay } from '../kernel/day.ts'
import { readParisLocal } from '../kernel/paris-time.ts'
import type { FullScheduleKind } from './full-schedule.ts'
import type { InstantFieldKey } from './instants.field-texts.fr.ts'
import { maxDates } from './repeat-dates.ts'
import {
  checkTypedSchedule,
  type TypedFixedItem,
  type TypedRecurrentItem,
  type TypedScheduleItem,
} from './typed-schedule.ts'

/** A whole schedule as it is answered: what the form is filled from. */
type Answered = {
  kind: FullScheduleKind
  dates: readonly { id: number; start: string; end: string; preview: boolean; enabled: boolean }[]
  weekly: readonly {
    id: number
    days: readonly number[]
    start: string
    end: string
    from: string | null
    until: string | null
    except: readonly string[]
    preview: boolean
    enabled: boolean
  }[]
}

/** Whether only the whole schedule can say it: several dates, several days, an evening past midnight, days left out (H-101). */
export function isFullSchedule(items: readonly TypedScheduleItem[]): boolean {
  const isFull = (item: TypedScheduleItem) => (item.kind === 'fixed' ? item.isLong === true : item.more !== undefined)
  return items.some(isFull) || items.filter(({ kind }) => kind === 'fixed').length > 1
}

/** The first thing wrong with a typed schedule of any kind. */
export function checkTypedPlan(items: readonly TypedScheduleItem[]): InstantFieldKey | undefined {
  return items.filter(({ kind }) => kind === 'fixed').length > maxDates ? 'too_many_dates' : checkTypedSchedule(items)
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
export function typedPlanOf({ dates, weekly }: Pick<Answered, 'dates' | 'weekly'>): TypedScheduleItem[] {
  return [...dates.map(typedDateOf), ...weekly.flatMap(typedLinesOf)]
}

function typedDateOf({ id, start, end, preview, enabled }: Answered['dates'][number]): TypedFixedItem {
  const [from, to] = [local(start), local(end)]
  const times = { startDay: from.day, startTime: from.time, endDay: to.day, endTime: to.time }
  return { kind: 'fixed', id, ...times, preview, paused: !enabled, ...(from.day !== to.day && { isLong: true }) }
}

function typedLinesOf(line: Answered['weekly'][number]): TypedRecurrentItem[] {
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

function local(text: string): { day: string; time: string } {
  const [day = '', time = ''] = readParisLocal(text)?.toString({ smallestUnit: 'minute' }).split('T') ?? []
  return { day, time }
}
