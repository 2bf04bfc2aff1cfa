import { dayTypesOf, isDayType } from '../company/opening-hours.ts'
import { momentOf, type ParisDay } from '../kernel/paris-days.ts'
import { readDateTime, readParisLocal, writeParisIso } from '../kernel/paris-time.ts'
import { oldEnd } from './full-schedule.ts'
import {
  checkScheduleItem,
  type FixedItem,
  type RecurrentItem,
  type ScheduleItem,
  type ScheduleKey,
  type StoredItem,
} from './schedule.ts'

/** An activation time as it is received (AMB-82): a text that is absent is read as an empty one. */
export type WrittenActivationTime = {
  id?: number | null | undefined
  activationTimeType?: string | undefined
  activeDayType?: string | undefined
  startDateTime?: string | undefined
  endDateTime?: string | undefined
  isEnabled?: boolean | undefined
}

/** An activation time as it is answered; dates in ISO 8601 with the Paris offset. */
export type AnsweredActivationTime = {
  id: number
  activationTimeType: ActivationTimeType
  activeDayType: string
  startDateTime: string
  endDateTime: string
  isEnabled: boolean
  realEndDateTime: string | null
}

export type ActivationTimeType = 'during_instant' | 'DURING_AND_BEFORE_TWO_HOUR'

const previews: Readonly<Record<string, boolean>> = {
  during_instant: false,
  DURING_INSTANT: false,
  just_before_and_during_instant: true,
  DURING_AND_BEFORE_TWO_HOUR: true,
}

const writtenFields = ['activationTimeType', 'activeDayType', 'startDateTime', 'endDateTime'] as const

/** Reads and checks one activation time; the key says what is wrong: an unreadable value is a `schedule_error` (I-088, I-089). */
export function readActivationTime(written: WrittenActivationTime): { item: ScheduleItem } | { error: ScheduleKey } {
  const item = readItem(written)
  if (!item) return { error: 'schedule_error' }
  const error = checkScheduleItem(item)
  return error ? { error } : { item }
}

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

/** The answer of an item; a recurrent one carries its hours on the given day, only the time of day counts (AMB-82). */
export function writeActivationTime(item: StoredItem, day: ParisDay): AnsweredActivationTime {
  const [start, end] = item.kind === 'fixed' ? [item.start, oldEnd(item)] : hoursOn(item, day)
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

export function activationTimeType(preview: boolean): ActivationTimeType {
  return preview ? 'DURING_AND_BEFORE_TWO_HOUR' : 'during_instant'
}

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
  return {
    kind: 'recurrent',
    ...common,
    dayType: activeDayType,
    startMinutes: minutes(start),
    endMinutes: minutes(end),
  }
}

function minutes(time: { hour: number; minute: number }): number {
  return time.hour * 60 + time.minute
}

function hoursOn(item: RecurrentItem, day: ParisDay): [number, number] {
  return [momentOf(day, item.startMinutes), momentOf(day, item.endMinutes)]
}
