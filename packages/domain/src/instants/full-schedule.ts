import { type DayOfWeek, dayTypeOf } from '../company/opening-hours.ts'
import { minutesPerDay, readClockTime, writeClockTime } from '../kernel/clock-time.ts'
import { isDate } from '../kernel/day.ts'
import { type FieldErrors, firstFieldError } from '../kernel/field-errors.ts'
import { dayNumberOf, weekdayOf } from '../kernel/paris-days.ts'
import { instantOfParis, parisOf, readDateTime, writeParisIso } from '../kernel/paris-time.ts'
import type { StateWithMessage } from './event-state.ts'
import { type InstantFieldKey, instantsFieldTexts } from './instants.refusals.fr.ts'
import { maxDates } from './repeat-dates.ts'
import {
  daysOfItem,
  type FixedItem,
  isLeftOut,
  type RecurrentItem,
  type ScheduleItem,
  type StoredItem,
  shortestMinutes,
} from './schedule.ts'

/** Dates, weekly lines, or the opening hours: what a schedule written whole is. */
export type FullScheduleKind = 'dates' | 'weekly' | 'hours'

/** The schedule of an instant as it stands: its items are on as they are wanted once the instant is published. */
export type StoredSchedule = {
  /** Null before the first one. */
  kind: FullScheduleKind | null
  items: readonly StoredItem[]
  /** The link « aux heures d’ouverture ». */
  link: { id: number; wanted: boolean } | undefined
  /** States of weekly occurrences, by day. */
  days: ReadonlyMap<string, StateWithMessage>
}

/** A schedule to store: items without an id are new. */
export type ScheduleToStore = {
  kind: FullScheduleKind
  items: readonly ScheduleItem[]
  link?: { id?: number | undefined; wanted: boolean } | undefined
}

/** A schedule as a call carries it, judged by the rules so that every bad field is named. */
export type WrittenSchedule = {
  kind?: string | undefined
  dates?: readonly WrittenDate[] | undefined
  weekly?: readonly WrittenLine[] | undefined
}

type WrittenDate = {
  id?: number | null | undefined
  start?: string | undefined
  end?: string | undefined
  preview?: boolean | undefined
  enabled?: boolean | undefined
}

type WrittenLine = Omit<WrittenDate, 'id'> & {
  days?: readonly number[] | undefined
  from?: string | null | undefined
  until?: string | null | undefined
  except?: readonly string[] | null | undefined
}

/** Weekly lines of one schedule. */
const maxWeeklyLines = 40
const maxLeftOut = 366
const maxDays = 31

/** Reads a whole schedule; the items of « aux heures d’ouverture » are those of the hours, none here. */
export function readFullSchedule({
  kind,
  dates = [],
  weekly = [],
}: WrittenSchedule): { kind: FullScheduleKind; items: ScheduleItem[] } | { errors: FieldErrors } {
  if (kind === 'hours') return { kind, items: [] }
  if (kind === 'dates') {
    if (dates.length > maxDates) return { errors: { dates: 'too_many_dates' } }
    return readAll(kind, dates, readDate)
  }
  if (kind === 'weekly') {
    if (weekly.length > maxWeeklyLines) return { errors: { weekly: 'schedule_error' } }
    return readAll(kind, weekly, readLine)
  }
  return { errors: { kind: 'schedule_error' } }
}

/** The sentence of the first error, where that of its key speaks of one day: dates and lines may end on another. */
export function sentenceOfWhole(errors: FieldErrors): string | undefined {
  return wholeTexts[firstFieldError(errors)?.key ?? '']
}

const wholeTexts: Readonly<Record<string, string>> = {
  end_date_error: instantsFieldTexts.end_order_error,
  wrong_time: instantsFieldTexts.short_line_error,
}

type Read = { item: ScheduleItem } | { field: string; key: InstantFieldKey }

function readAll<T>(kind: 'dates' | 'weekly', written: readonly T[], read: (one: T) => Read) {
  if (written.length === 0) return { errors: { [kind]: 'schedule_error' } }
  const all = written.map(read)
  const errors = all.flatMap((one, at) => ('key' in one ? [[`${kind}.${at}.${one.field}`, one.key] as const] : []))
  const ids = all.flatMap((one) => ('item' in one && one.item.id !== undefined ? [one.item.id] : []))
  if (new Set(ids).size < ids.length) return { errors: { [kind]: 'schedule_error' } }
  if (errors.length > 0) return { errors: Object.fromEntries(errors) }
  return { kind, items: all.flatMap((one) => ('item' in one ? [one.item] : [])) }
}

/** An end after its start, the same wall time 31 days later at most. */
function readDate({ id, start: from = '', end: to = '', preview = false, enabled = true }: WrittenDate): Read {
  const [start, end] = [readDateTime(from), readDateTime(to)]
  if (!start) return { field: 'start', key: 'schedule_error' }
  if (!end) return { field: 'end', key: 'schedule_error' }
  const key = checkDate(start, end)
  if (key) return { field: 'end', key }
  return { item: { kind: 'fixed', ...(id != null && { id }), start, end, preview, enabled } }
}

type Moment = FixedItem['start']

/** The first thing wrong with a date of several days at most. */
export function checkDate(start: Moment, end: Moment): 'end_date_error' | 'event_too_long' | undefined {
  if (end.epochMilliseconds <= start.epochMilliseconds) return 'end_date_error'
  const last = instantOfParis(parisOf(start).toPlainDateTime().add({ days: maxDays }))
  return end.epochMilliseconds > last.epochMilliseconds ? 'event_too_long' : undefined
}

/** 15 minutes to 24 hours, any days, an end at or before its start on the next day. */
function readLine(written: WrittenLine): Read {
  const { days = [], preview = false, enabled = true } = written
  if (days.length === 0 || !days.every(isWeekday)) return wrongLine('days')
  const [times, validity] = [readTimes(written), readValidity(written)]
  if ('key' in times) return times
  if ('key' in validity) return validity
  const dayType = dayTypeOf(days as DayOfWeek[])
  return { item: { kind: 'recurrent', dayType, ...times, ...validity, preview, enabled } }
}

const isWeekday = (day: number): boolean => Number.isInteger(day) && day >= 1 && day <= 7

type Wrong = Extract<Read, { key: string }>

const wrongLine = (field: string, key: InstantFieldKey = 'schedule_error'): Wrong => ({ field, key })

function readTimes({ start = '', end = '' }: WrittenLine): { startMinutes: number; endMinutes: number } | Wrong {
  const [from, to] = [readClockTime(start), readClockTime(end)]
  if (from === undefined) return wrongLine('start', 'wrong_time')
  if (to === undefined) return wrongLine('end', 'wrong_time')
  const endMinutes = to <= from ? to + minutesPerDay : to
  return endMinutes - from < shortestMinutes ? wrongLine('end', 'wrong_time') : { startMinutes: from, endMinutes }
}

type Validity = { from: string | null; until: string | null; except: string[] }

/** An optional first and last day, and days left out. */
function readValidity(written: WrittenLine): Validity | Wrong {
  const [from, until] = [written.from || null, written.until || null]
  const except = [...new Set(written.except)].sort()
  const unreadable = [from, until].find((day) => day !== null && !isDate(day))
  if (unreadable !== undefined) return wrongLine(unreadable === from ? 'from' : 'until')
  if (from && until && until < from) return wrongLine('until', 'end_date_error')
  return areDates(except) ? { from, until, except } : wrongLine('except')
}

const areDates = (days: readonly string[]): boolean => days.length <= maxLeftOut && days.every(isDate)

/** Whether two lists of items open the same times, whatever their ids and states. */
export function sameItems(some: readonly ScheduleItem[], others: readonly ScheduleItem[]): boolean {
  const texts = (items: readonly ScheduleItem[]) => items.map((item) => `${timesOf(item)} ${item.enabled}`).sort()
  return texts(some).join('\n') === texts(others).join('\n')
}

/** The times of an item as one text, by which a date or a line is recognised as unchanged. */
export function timesOf(item: ScheduleItem): string {
  if (item.kind === 'fixed') return `${item.start.epochMilliseconds} ${item.end.epochMilliseconds} ${item.preview}`
  const { startMinutes, endMinutes, from, until, except, preview } = item
  return [daysOfItem(item), startMinutes, endMinutes, from ?? '', until ?? '', except ?? [], preview].join(' ')
}

/** A date in the form of an answer. */
export function writeDate(item: FixedItem & { id: number }) {
  return {
    id: item.id,
    start: writeParisIso(item.start),
    end: writeParisIso(item.end),
    preview: item.preview,
    enabled: item.enabled,
    state: item.state ?? 'planned',
    message: item.message ?? null,
    formerStart: item.formerStart ? writeParisIso(item.formerStart) : null,
  }
}

/** A weekly line in the form of an answer, without its occurrences. */
export function writeLine(item: RecurrentItem & { id: number }) {
  return {
    id: item.id,
    days: [...daysOfItem(item)] as number[],
    start: writeClockTime(item.startMinutes),
    end: writeClockTime(item.endMinutes % minutesPerDay),
    from: item.from ?? null,
    until: item.until ?? null,
    except: [...(item.except ?? [])],
    preview: item.preview,
    enabled: item.enabled,
  }
}

/** Whether a day `YYYY-MM-DD` is one of a weekly item's days, whatever the company's hours. */
export function fallsOn(item: RecurrentItem, day: string): boolean {
  return daysOfItem(item).includes(weekdayOf(dayNumberOf(day))) && !isLeftOut(item, day)
}
