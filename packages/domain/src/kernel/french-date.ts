import type { Temporal } from 'temporal-polyfill'
import { twoDigits, writeClockTime } from './clock-time.ts'
import { parisOf } from './paris-time.ts'

const months = [
  'janvier',
  'février',
  'mars',
  'avril',
  'mai',
  'juin',
  'juillet',
  'août',
  'septembre',
  'octobre',
  'novembre',
  'décembre',
] as const

type Day = { day: number; month: number; year: number }

/** `12 mars 2027`, `1er mars 2027`. */
export function frenchDay({ day, month, year }: Day): string {
  return `${frenchDayOfMonth({ day, month })} ${year}`
}

/** `12 mars`, `1er mars`. */
export function frenchDayOfMonth({ day, month }: Pick<Day, 'day' | 'month'>): string {
  return `${day === 1 ? '1er' : day} ${monthName(month)}`
}

/** `mars 2027`. */
export function frenchMonth({ month, year }: Pick<Day, 'month' | 'year'>): string {
  return `${monthName(month)} ${year}`
}

/** `12 mars 2027 à 14:30`, in Paris. */
export function frenchDateTime(instant: Temporal.Instant): string {
  const local = parisOf(instant)
  return `${frenchDay(local)} à ${writeClockTime(local.hour * 60 + local.minute)}`
}

/** `12/03/2027 14:30`, in Paris. */
export function shortDateTime(instant: Temporal.Instant): string {
  const { day, month, year, hour, minute } = parisOf(instant)
  return `${twoDigits(day)}/${twoDigits(month)}/${year} ${writeClockTime(hour * 60 + minute)}`
}

function monthName(month: number): string {
  return months[month - 1] ?? ''
}
