import type { Temporal } from 'temporal-polyfill'
import { type DayOfWeek, dayName } from '../company/opening-hours.ts'

/** How a date comes back; what it makes is a list of dates that is seen and saved, never a rule. */
export const repeats = ['weekly', 'fortnightly', 'monthly', 'yearly'] as const
export type Repeat = (typeof repeats)[number]

/** Most dates of one schedule. */
export const maxDates = 60

/** The repetitions of a date, at most this many; monthly is the same weekday of the month, a fifth one becoming the last. */
export function repeatedDays(first: Temporal.PlainDate, repeat: Repeat, count: number): Temporal.PlainDate[] {
  return Array.from({ length: Math.min(count, maxDates) }, (_, at) => dayAfter(first, repeat, at + 1))
}

function dayAfter(first: Temporal.PlainDate, repeat: Repeat, times: number): Temporal.PlainDate {
  if (repeat === 'weekly') return first.add({ weeks: times })
  if (repeat === 'fortnightly') return first.add({ weeks: 2 * times })
  if (repeat === 'yearly') return first.add({ years: times })
  return sameWeekday(first, first.with({ day: 1 }).add({ months: times }))
}

/** The first Saturday stays a first Saturday; a fifth one is the last of its month. */
function sameWeekday(first: Temporal.PlainDate, month: Temporal.PlainDate): Temporal.PlainDate {
  const rank = rankOf(first)
  const start = month.add({ days: (first.dayOfWeek - month.dayOfWeek + 7) % 7 })
  const day = start.add({ weeks: rank - 1 })
  return day.month === month.month ? day : day.subtract({ weeks: 1 })
}

const rankOf = ({ day }: Temporal.PlainDate): number => Math.ceil(day / 7)

const ranks = ['premier', 'deuxième', 'troisième', 'quatrième', 'dernier']

/** `Chaque mois, le premier samedi`. */
export function repeatText(repeat: Repeat, first: Temporal.PlainDate): string {
  const name = dayName(first.dayOfWeek as DayOfWeek)
  if (repeat === 'weekly') return `Toutes les semaines, le ${name}`
  if (repeat === 'fortnightly') return `Tous les 15 jours, le ${name}`
  if (repeat === 'yearly') return 'Chaque année, à la même date'
  return `Chaque mois, le ${ranks[rankOf(first) - 1]} ${name}`
}
