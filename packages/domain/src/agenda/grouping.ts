import type { Temporal } from 'temporal-polyfill'
import { type DayOfWeek, dayName } from '../company/opening-hours.ts'
import { formatMonth } from '../kernel/french-format.ts'
import { dayNumberOf, parisDayNumber, plainDateOf, startOfDay } from '../kernel/paris-days.ts'
import { capitalise } from '../kernel/text.ts'

/** What the grouping reads of an agenda item; dates are ISO 8601 with an offset. */
type GroupedItem = { id: number; start: string; originalStart: string; end?: string }

/** Which day of a date of several days a group shows. */
export type DayOfRun = { day: number; of: number }
export type AgendaGroup<T> = { key: string; title: string; items: (T & { run?: DayOfRun })[] }

const weekdayDays = 7
const lastMonth = 11

/**
 * Today, tomorrow, six weekdays, the rest of this month or the coming weeks, then each month up to +11. Items go by the
 * day of their original start, in Paris; those already running are today's. An instant appears once per group, items
 * are in the order of the hours that are read on them, empty groups are left out. A date of several days is in each of
 * its days within the week, « jour 2 sur 3 », and once in each later group.
 */
export function groupAgenda<T extends GroupedItem>(items: readonly T[], now: Temporal.Instant): AgendaGroup<T>[] {
  const today = parisDayNumber(now.epochMilliseconds)
  const headings = new Map<number, Heading | undefined>()
  const groups = new Map<string, AgendaGroup<T>>()
  for (const item of items.toSorted(byStart)) {
    for (const { day, run } of daysOfItem(item, today)) {
      if (!headings.has(day)) headings.set(day, headingOf(plainDateOf(day), plainDateOf(today)))
      const heading = headings.get(day)
      if (!heading) continue
      const group: AgendaGroup<T> = groups.get(heading.key) ?? { ...heading, items: [] }
      const isLater = heading.key > String(weekdayDays)
      if (!group.items.some(({ id }) => id === item.id))
        group.items.push(run && !isLater ? Object.assign({}, item, { run }) : item)
      groups.set(heading.key, group)
    }
  }
  return [...groups.values()].sort((a, b) => (a.key < b.key ? -1 : 1))
}

/** The days on which it is listed: that of its start, or each one from today on. */
function daysOfItem({ originalStart, end }: GroupedItem, today: number) {
  const from = Date.parse(originalStart)
  const { first, last } = dayNumbersBetween(from, end ? Date.parse(end) : from)
  const of = last - first + 1
  const passed = Math.max(0, today - first)
  if (of === 1 || passed >= of) return [{ day: first, run: undefined }]
  const left = Array.from({ length: of - passed }, (_, at) => passed + at)
  return left.map((at) => ({ day: first + at, run: { day: at + 1, of } }))
}

const nightMilliseconds = 6 * 3_600_000

/** The first and the last day of a date, in Paris; an evening that ends before 6 h is of one day. */
export function runBetween(start: Temporal.Instant, end: Temporal.Instant) {
  const { first, last } = dayNumbersBetween(start.epochMilliseconds, end.epochMilliseconds)
  return { first: plainDateOf(first), last: plainDateOf(last) }
}

/** The same by the numbers of the days, from epoch milliseconds. */
export function dayNumbersBetween(start: number, end: number): { first: number; last: number } {
  const first = parisDayNumber(start)
  return { first, last: Math.max(first, parisDayNumber(end - nightMilliseconds)) }
}

type Heading = { key: string; title: string }

/** All groups that an agenda may have from now on, with the moment when each begins, in epoch milliseconds. */
export function agendaPeriods(now: Temporal.Instant): (Heading & { start: number })[] {
  const today = parisDayNumber(now.epochMilliseconds)
  const first = plainDateOf(today).with({ day: 1 })
  const days = Array.from({ length: weekdayDays + 2 }, (_, n) => today + n)
  const months = Array.from({ length: lastMonth }, (_, n) => dayNumberOf(first.add({ months: n + 1 }).toString()))
  const periods = new Map<string, Heading & { start: number }>()
  for (const day of [...days, ...months.filter((month) => month > today + weekdayDays + 1)]) {
    const heading = headingOf(plainDateOf(day), plainDateOf(today))
    if (heading && !periods.has(heading.key)) periods.set(heading.key, { ...heading, start: startOfDay(day) })
  }
  return [...periods.values()]
}

/** The keys sort as the groups show: `0` today … `7` the seventh day, `8` later, then `9` and the month. */
function headingOf(day: Temporal.PlainDate, today: Temporal.PlainDate): Heading | undefined {
  const inDays = today.until(day).days
  if (inDays <= 0) return { key: '0', title: 'Aujourd’hui' }
  if (inDays === 1) return { key: '1', title: 'Demain' }
  if (inDays <= weekdayDays) return { key: String(inDays), title: capitalise(dayName(day.dayOfWeek as DayOfWeek)) }
  const later = today.add({ days: weekdayDays + 1 })
  if (isSameMonth(day, later)) return { key: '8', title: laterTitle(later, today) }
  return inMonths(today, day) > lastMonth
    ? undefined
    : { key: `9 ${day.toString().slice(0, 7)}`, title: formatMonth(day.toString()) }
}

function laterTitle(later: Temporal.PlainDate, today: Temporal.PlainDate): string {
  return isSameMonth(later, today) ? 'Plus tard ce mois-ci' : 'Les semaines à venir'
}

function isSameMonth(a: Temporal.PlainDate, b: Temporal.PlainDate): boolean {
  return a.year === b.year && a.month === b.month
}

function inMonths(from: Temporal.PlainDate, to: Temporal.PlainDate): number {
  return (to.year - from.year) * 12 + to.month - from.month
}

/** Compares announced starts: the preview shows an item earlier without moving its start. */
function byStart(a: GroupedItem, b: GroupedItem): number {
  return Date.parse(a.originalStart) - Date.parse(b.originalStart)
}

export type SplitGroup<T> = AgendaGroup<T> & {
  /** Items listed for the first time. */
  fresh: AgendaGroup<T>['items']
  /** Already listed in a group before: recurrent instants come back day after day. */
  repeated: AgendaGroup<T>['items']
}

/** Splits each group of the agenda into new and recurrent items; groups and items keep their order. */
export function splitRepeats<T extends { id: number }>(groups: readonly AgendaGroup<T>[]): SplitGroup<T>[] {
  const seen = new Set<number>()
  return groups.map((group) => {
    // A day of a fête of three days is a day of its own.
    const isRepeat = ({ id, run }: (typeof group.items)[number]) => seen.has(id) && !run
    const fresh = group.items.filter((item) => !isRepeat(item))
    const repeated = group.items.filter(isRepeat)
    for (const { id } of fresh) seen.add(id)
    return { ...group, fresh, repeated }
  })
}
