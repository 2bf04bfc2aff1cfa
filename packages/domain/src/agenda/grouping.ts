import { Temporal } from 'temporal-polyfill'
import { type DayOfWeek, dayName } from '../company/day-type.ts'
import { frenchMonth } from '../kernel/french-date.ts'
import { parisDay } from '../kernel/paris-time.ts'

/** What the grouping reads of an agenda item; dates are ISO 8601 with an offset. */
export type GroupedItem = { id: number; start: string; originalStart: string }

export type AgendaGroup<T> = { key: string; title: string; items: T[] }

const weekdayDays = 7
const lastMonth = 11

/**
 * Today, tomorrow, six weekdays, the rest of this month or the coming weeks, then each month up to +11 (G-003..G-007,
 * AMB-95). Items go by the day of their original start, in Paris; those already running are today's. An instant appears once
 * per group, items are in the order of the hours that are read on them, empty groups are left out (G-010, AMB-96).
 */
export function groupAgenda<T extends GroupedItem>(items: readonly T[], now: Temporal.Instant): AgendaGroup<T>[] {
  const today = parisDay(now)
  const groups = new Map<string, AgendaGroup<T>>()
  for (const item of items.toSorted(byStart)) {
    const heading = headingOf(parisDay(Temporal.Instant.from(item.originalStart)), today)
    if (!heading) continue
    const group = groups.get(heading.key) ?? { ...heading, items: [] }
    if (!group.items.some((known) => known.id === item.id)) group.items.push(item)
    groups.set(heading.key, group)
  }
  return [...groups.values()].sort((a, b) => (a.key < b.key ? -1 : 1))
}

type Heading = { key: string; title: string }

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
    : { key: `9 ${day.toString().slice(0, 7)}`, title: frenchMonth(day) }
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

/** By the announced start: a preview shows earlier what does not begin earlier. */
function byStart(a: GroupedItem, b: GroupedItem): number {
  return Date.parse(a.originalStart) - Date.parse(b.originalStart)
}

function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
