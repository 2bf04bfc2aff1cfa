import type { Temporal } from 'temporal-polyfill'
import { dayTypesOf, type OpeningHours } from '../company/opening-hours.ts'
import { readClockTime } from '../kernel/clock-time.ts'
import { isRichLine, lastMinute, oldEnd } from './activation-time.ts'
import {
  type FullScheduleKind,
  type ScheduleToStore,
  type StoredSchedule,
  sameItems,
  timesOf,
} from './full-schedule.ts'
import {
  checkAddition,
  daysOfItem,
  type FixedItem,
  previewMinutes,
  type RecurrentItem,
  type ScheduleItem,
  type ScheduleKey,
  type StoredItem,
  shortestMinutes,
} from './schedule.ts'

// The calls of the customer's documents know one date within its day, or weekly rows of 13 choices of days. This file
// unfolds a schedule into such activation times, and folds a list of them back into a schedule. Both are pure.

/** What activation times also depend on: the time, of several dates, and the hours, of a link to them. */
export type SeenSchedule = {
  instantId: number
  isPublished: boolean
  now?: Temporal.Instant | undefined
  hours: readonly OpeningHours[]
}

/** The activation times of a schedule, on while it is published. */
export function activationTimesOf(schedule: StoredSchedule, seen: SeenSchedule): StoredItem[] {
  const { items, link } = schedule
  const on = (item: StoredItem): StoredItem => ({ ...item, enabled: seen.isPublished && item.enabled })
  if (link) return withIds(schedule, seen, [copiesOf(link, seen.hours)]).map(on)
  const date = shownDate(datesOf(items), seen.now)
  if (date) return [on(date)]
  return withIds(schedule, seen, items.filter((item) => item.kind === 'recurrent').map(rowsOf)).map(on)
}

const datesOf = (items: readonly StoredItem[]) => items.filter((item) => item.kind === 'fixed')

/** The date that runs, else the next one, else the last; `now` is needed of several only. */
export function shownDate<T extends FixedItem>(dates: readonly T[], now: Temporal.Instant | undefined): T | undefined {
  const at = now?.epochMilliseconds ?? 0
  const sorted = [...dates].sort((a, b) => a.start.epochMilliseconds - b.start.epochMilliseconds)
  const running = sorted.find((one) => one.start.epochMilliseconds <= at && at < one.end.epochMilliseconds)
  return running ?? sorted.find((one) => one.start.epochMilliseconds > at) ?? sorted.at(-1)
}

type Row = RecurrentItem & { id?: number }

/** One weekly item as a row for each choice of days, within its day and accepted when it comes back. */
function rowsOf(item: RecurrentItem & { id: number }): Row[] {
  const start = Math.min(item.startMinutes, lastMinute - shortestMinutes)
  return dayTypesOf(daysOfItem(item)).map((dayType, at) => ({
    kind: 'recurrent',
    ...(at === 0 && { id: item.id }),
    dayType,
    startMinutes: start,
    endMinutes: Math.min(item.endMinutes, lastMinute),
    preview: item.preview && start >= previewMinutes,
    enabled: item.enabled,
    onDay: item.onDay ?? null,
  }))
}

/** The opening hours of the company as rows: a copy of what a link to them means. */
function copiesOf({ id, wanted }: NonNullable<StoredSchedule['link']>, hours: readonly OpeningHours[]): Row[] {
  return hours.map(({ dayType, startTime, endTime, enabled }, at) => ({
    kind: 'recurrent',
    ...(at === 0 && { id }),
    dayType,
    startMinutes: readClockTime(startTime) ?? 0,
    endMinutes: readClockTime(endTime) ?? 0,
    preview: false,
    enabled: wanted && enabled,
  }))
}

const firstDerivedId = 2 ** 50
const idsPerInstant = 1_024

/** The first row of an item has its id; the next ones have ids of the instant that no stored row has, the same at each reading. */
function withIds({ items }: StoredSchedule, { instantId }: SeenSchedule, rows: readonly Row[][]): StoredItem[] {
  const taken = new Set(items.map(({ id }) => id))
  let next = firstDerivedId + instantId * idsPerInstant
  const nextId = () => {
    while (taken.has(next)) next++
    return next++
  }
  return rows.flat().map((row) => ({ ...row, id: row.id ?? nextId() }))
}

/** What the old calls make of a schedule. */
export type FoldedSchedule = ScheduleToStore & {
  isPublished: boolean
  /** True when its times changed, and not only what is on. */
  isMoved: boolean
}

/** Adds one activation time; a link to the opening hours becomes rows of its own, as the call means. */
export function foldActivationTime(
  schedule: StoredSchedule,
  item: ScheduleItem,
  seen: SeenSchedule,
): FoldedSchedule | { error: 'fixed_already_set' | ScheduleKey } {
  const wanted = activationTimesOf(schedule, { ...seen, isPublished: true })
  const error = checkAddition(wanted, item)
  if (error) return { error }
  const items = [...(schedule.link ? wanted : schedule.items), item]
  return { kind: kindOf(items), items, isPublished: seen.isPublished, isMoved: true }
}

/**
 * A list of activation times in place of those that are seen. Repeated times change nothing, play and pause reach every date, a moved
 * date is moved alone; `tooRich` when dates or days that are not seen would be dropped.
 */
export function foldActivationTimes(
  schedule: StoredSchedule,
  sent: readonly ScheduleItem[],
  seen: SeenSchedule,
): FoldedSchedule | { error: ScheduleKey } | { tooRich: string | undefined } {
  const view = activationTimesOf(schedule, seen)
  const replaced = () => replace(schedule, view, sent, seen)
  if (isSeenWhole(schedule, seen)) return replaced()
  if (schedule.kind === 'dates') return saveDate(schedule, sent, seen) ?? replaced()
  if (sameItems(allOn(view), allOn(sent)) && !isTorn(schedule, view, sent)) return saveRows(schedule, view, sent, seen)
  return schedule.items.some((item) => item.kind === 'recurrent' && isRichLine(item))
    ? { tooRich: undefined }
    : replaced()
}

const allOn = (items: readonly ScheduleItem[]) => items.map((item) => ({ ...item, enabled: true }))

const kindOf = ([first]: readonly ScheduleItem[]): FullScheduleKind => (first?.kind === 'fixed' ? 'dates' : 'weekly')

/** Nothing of the schedule is beyond activation times: the list replaces it. */
function isSeenWhole({ kind, items, link, days }: StoredSchedule, { isPublished }: SeenSchedule): boolean {
  if (kind === null) return true
  if (!isPublished || link || days.size > 0) return false
  return items.every((item) => {
    if (item.kind === 'recurrent') return isOneRow(item)
    return items.length === 1 && !isOfSeveralDays(item) && (item.state ?? 'planned') === 'planned' && !item.formerStart
  })
}

function isOneRow(item: RecurrentItem & { id: number }): boolean {
  const rows = rowsOf(item)
  return rows.length === 1 && rows.every((row) => timesOf(row) === timesOf(item))
}

/** Known ids stay, missing ones go, items without one are new; an id of another instant is refused. */
function replace(
  schedule: StoredSchedule,
  view: readonly StoredItem[],
  sent: readonly ScheduleItem[],
  { isPublished }: SeenSchedule,
): FoldedSchedule | { error: ScheduleKey } {
  const known = new Set(view.map(({ id }) => id))
  if (sent.some(({ id }) => id !== undefined && !known.has(id))) return { error: 'schedule_error' }
  const isMoved = schedule.link !== undefined || !sameItems(allOn(schedule.items), allOn(sent))
  return { kind: kindOf(sent), items: sent, isPublished: isPublished || sent.some(({ enabled }) => enabled), isMoved }
}

/** Undefined when the one date is replaced by weekly rows. */
function saveDate(schedule: StoredSchedule, [one]: readonly ScheduleItem[], seen: SeenSchedule) {
  const dates = datesOf(schedule.items)
  if (one?.kind !== 'fixed') return dates.length > 1 || dates.some(isOfSeveralDays) ? tooRich(dates) : undefined
  const target = findDate(dates, one)
  if (target) return changeDate(schedule, target, one, seen)
  return one.id === undefined ? tooRich(dates) : { error: 'schedule_error' as const }
}

function changeDate(schedule: StoredSchedule, target: StoredDate, one: FixedItem, seen: SeenSchedule) {
  const isSame = isRepeated(target, one) && target.preview === one.preview
  if (!isSame && isOfSeveralDays(target)) return tooRich([target])
  const moved = isSame ? target : { ...target, start: one.start, end: one.end, preview: one.preview }
  const items = schedule.items.map((item) => (item === target ? moved : item))
  const play = one.enabled === (seen.isPublished && target.enabled) ? undefined : one.enabled
  return played(schedule, { items, isMoved: !isSame, play }, seen)
}

type StoredDate = FixedItem & { id: number }

/** The date that an item names by id, else the one with the same times, else the only one. */
function findDate(dates: readonly StoredDate[], one: FixedItem) {
  const named = dates.find(({ id }) => id === one.id)
  if (named || one.id !== undefined) return named
  return dates.find((date) => isRepeated(date, one)) ?? (dates.length === 1 ? dates[0] : undefined)
}

const isOfSeveralDays = (date: FixedItem): boolean => !oldEnd(date).equals(date.end)

const isRepeated = (date: FixedItem, { start, end }: FixedItem): boolean =>
  date.start.equals(start) && oldEnd(date).equals(end)

/** Whether rows of one line are on and others off: the line is on or off as a whole. */
function isTorn({ items }: StoredSchedule, view: readonly StoredItem[], sent: readonly ScheduleItem[]): boolean {
  const rows = view.map(({ id }) => sent.find((row) => row.id === id)?.enabled)
  return items.some((item) => item.kind === 'recurrent' && new Set(rows.splice(0, rowsOf(item).length)).size > 1)
}

/** Rows that are repeated: only their play and pause may differ. */
function saveRows(
  schedule: StoredSchedule,
  view: readonly StoredItem[],
  sent: readonly ScheduleItem[],
  seen: SeenSchedule,
): FoldedSchedule {
  const { items } = schedule
  if (sameItems(view, sent)) return played(schedule, { items, isMoved: false, play: undefined }, seen)
  const play = sent.every(({ enabled }) => enabled === sent[0]?.enabled) ? sent[0]?.enabled : undefined
  const some = items.map((item) => ({
    ...item,
    enabled: sent.find(({ id }) => id === item.id)?.enabled ?? item.enabled,
  }))
  return played(schedule, { items: play === undefined ? some : items, isMoved: false, play }, seen)
}

type Played = { items: readonly StoredItem[]; isMoved: boolean; play: boolean | undefined }

/** Play and pause set every date; a play that publishes a draft gives each its own back, when any was wanted. */
function played({ kind, link }: StoredSchedule, { items, isMoved, play }: Played, seen: SeenSchedule): FoldedSchedule {
  const isWanted = link ? link.wanted : items.some(({ enabled }) => enabled)
  const sets = play !== undefined && (seen.isPublished || !isWanted)
  return {
    kind: kind ?? 'dates',
    items: sets ? items.map((item) => ({ ...item, enabled: play })) : items,
    link: link && { id: link.id, wanted: sets ? play : link.wanted },
    isPublished: seen.isPublished || play === true,
    isMoved,
  }
}

function tooRich(dates: readonly FixedItem[]) {
  return {
    tooRich:
      dates.length > 1
        ? `Cet instant a ${dates.length} dates. Rechargez la page pour les modifier.`
        : 'Cet instant dure plusieurs jours. Rechargez la page pour le modifier.',
  }
}
