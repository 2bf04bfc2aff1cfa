import { dayTypesOf, isDayType } from '../company/opening-hours.ts'
import { writeClockTime } from '../kernel/clock-time.ts'
import { dayNumberOf, wallMoment } from '../kernel/paris-days.ts'
import { instantOfParis, parisDay, parisOf, readDateTime, readParisLocal, writeParisIso } from '../kernel/paris-time.ts'
import {
  checkScheduleItem,
  type FixedItem,
  type RecurrentItem,
  type ScheduleItem,
  type ScheduleKey,
  type StoredItem,
  shortestMinutes,
} from './schedule.ts'

/** An activation time as it is received: a text that is absent is read as an empty one. */
export type WrittenActivationTime = {
  id?: number | null | undefined
  activationTimeType?: string | undefined
  activeDayType?: string | undefined
  startDateTime?: string | undefined
  endDateTime?: string | undefined
  isEnabled?: boolean | undefined
}

/** An activation time as it is answered; dates in ISO 8601 with the Paris offset. */
export type AnsweredActivationTime = ReturnType<typeof writeActivationTime>

const previews: Readonly<Record<string, boolean>> = {
  during_instant: false,
  DURING_INSTANT: false,
  just_before_and_during_instant: true,
  DURING_AND_BEFORE_TWO_HOUR: true,
}

const writtenFields = ['activationTimeType', 'activeDayType', 'startDateTime', 'endDateTime'] as const

/** Reads and checks one activation time; the key says what is wrong: an unreadable value is a `schedule_error`. */
export function readActivationTime(written: WrittenActivationTime): { item: ScheduleItem } | { error: ScheduleKey } {
  const item = readItem(written)
  if (!item) return { error: 'schedule_error' }
  const error = checkScheduleItem(item)
  return error ? { error } : { item }
}

/** Those that can be read. */
export const readableItems = (times: readonly WrittenActivationTime[]): ScheduleItem[] =>
  times.map(readActivationTime).flatMap((read) => ('item' in read ? [read.item] : []))

/** Which values of an activation time cannot be read, in the order of the call; none when only the rules refuse it. */
export function unreadableFields(written: WrittenActivationTime): (typeof writtenFields)[number][] {
  const { activationTimeType: delay = '', activeDayType = '' } = written
  const isRecurrent = isDayType(activeDayType)
  const isMoment = (text = '') => (isRecurrent ? readParisLocal(text) : readDateTime(text)) !== undefined
  const readable = {
    activationTimeType: Object.hasOwn(previews, delay),
    activeDayType: isRecurrent || isFixedDay(activeDayType),
    startDateTime: isMoment(written.startDateTime),
    endDateTime: isMoment(written.endDateTime),
  }
  return writtenFields.filter((field) => !readable[field])
}

/** The answer of an item; a recurrent one carries its hours on the day it was written on, only the time of day counts. */
export function writeActivationTime(item: StoredItem) {
  const [start, end] = item.kind === 'fixed' ? [item.start, oldEnd(item)] : hoursOn(item)
  return {
    id: item.id,
    activationTimeType: activationTimeType(item.preview),
    activeDayType: item.kind === 'fixed' ? 'fixed' : oldDayType(item),
    startDateTime: writeParisIso(start),
    endDateTime: writeParisIso(end),
    isEnabled: item.enabled,
    realEndDateTime: item.kind === 'fixed' && end !== item.end ? writeParisIso(item.end) : null,
  }
}

function oldDayType({ dayType }: RecurrentItem): string {
  return typeof dayType === 'string' ? dayType : (dayTypesOf(dayType)[0] ?? 'all_days')
}

export const activationTimeType = (preview: boolean): 'during_instant' | 'DURING_AND_BEFORE_TWO_HOUR' =>
  preview ? 'DURING_AND_BEFORE_TWO_HOUR' : 'during_instant'

function readItem(written: WrittenActivationTime): ScheduleItem | undefined {
  const { id, activationTimeType: delay = '', activeDayType = '', isEnabled = true } = written
  if (!Object.hasOwn(previews, delay)) return undefined
  const common = { ...(typeof id === 'number' && { id }), preview: previews[delay] === true, enabled: isEnabled }
  return isFixedDay(activeDayType) ? readFixed(written, common) : readRecurrent(written, common)
}

function isFixedDay(activeDayType: string): boolean {
  return activeDayType === 'fixed' || activeDayType === 'fixed_day'
}

type Common = { id?: number; preview: boolean; enabled: boolean }

function readFixed(written: WrittenActivationTime, common: Common): FixedItem | undefined {
  const [start, end] = [readDateTime(written.startDateTime ?? ''), readDateTime(written.endDateTime ?? '')]
  return start && end && { kind: 'fixed', ...common, start, end }
}

function readRecurrent(
  { activeDayType = '', startDateTime = '', endDateTime = '' }: WrittenActivationTime,
  common: Common,
): RecurrentItem | undefined {
  const [start, end] = [readParisLocal(startDateTime), readParisLocal(endDateTime)]
  if (!isDayType(activeDayType) || !start || !end) return undefined
  const [startMinutes, endMinutes] = [minutes(start), minutes(end)]
  const onDay = dayToAnswer(startDateTime, startMinutes, endMinutes)
  return { kind: 'recurrent', ...common, dayType: activeDayType, startMinutes, endMinutes, onDay }
}

function minutes(time: { hour: number; minute: number }): number {
  return time.hour * 60 + time.minute
}

/** The written day, or the next one when a time falls in its DST gap, so that the times read back unchanged. */
function dayToAnswer(written: string, ...times: number[]): string | null {
  const day = readParisLocal(written)?.toPlainDate()
  const isSkipped = times.some((time) => {
    const local = day?.toPlainDateTime(writeClockTime(time))
    return local && !parisOf(instantOfParis(local)).toPlainDateTime().equals(local)
  })
  return (isSkipped ? day?.add({ days: 1 }) : day)?.toString() ?? null
}

const noDay = '2000-01-01'

function hoursOn({ onDay, startMinutes, endMinutes }: RecurrentItem): [number, number] {
  const day = dayNumberOf(onDay ?? noDay)
  return [wallMoment(day, startMinutes), wallMoment(day, endMinutes)]
}

/** The last minute of a day. */
export const lastMinute = 1_439

/** The end that activation times accept: on the day of the start, 23:59 when it is later; the last second of a day, which texts can say. */
export function oldEnd({ start, end }: Pick<FixedItem, 'start' | 'end'>): FixedItem['end'] {
  if (parisDay(start).equals(parisDay(end))) return end
  const midnight = instantOfParis(parisDay(start).add({ days: 1 }).toPlainDateTime())
  const last = midnight.subtract({ minutes: 1 })
  return last.epochMilliseconds > start.epochMilliseconds ? last : midnight.subtract({ seconds: 1 })
}

/** Whether activation times cannot say it: an evening past midnight, a first or last day, days left out. */
export function isRichLine({ endMinutes, startMinutes, from, until, except = [] }: RecurrentItem): boolean {
  const isLate = endMinutes > lastMinute + 1 || startMinutes > lastMinute - shortestMinutes
  return isLate || Boolean(from || until) || except.length > 0
}
