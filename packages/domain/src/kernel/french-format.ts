import { once } from './memoised.ts'
import { parisToday } from './paris-today.ts'

/**
 * Dates and numbers in French, always Europe/Paris. By Intl, without Temporal, which is too heavy for the pages before
 * sign-in. A day may be written `YYYY-MM-DD`.
 */
type When = string | number | Date

const timeZone = 'Europe/Paris'
/** Created lazily: the first `Intl` object of a page loads the ICU data of French, more than ten milliseconds. */
const formats = {
  day: once(() => dates({ day: 'numeric', month: 'long', year: 'numeric' })),
  dayNoYear: once(() => dates({ day: 'numeric', month: 'long' })),
  month: once(() => dates({ month: 'long', year: 'numeric' })),
  digits: once(() => dates({ day: '2-digit', month: '2-digit', year: 'numeric' })),
  weekday: once(() => dates({ weekday: 'long', day: 'numeric', month: 'long' })),
  shortDay: once(() => dates({ weekday: 'short', day: 'numeric' })),
  shortMonth: once(() => dates({ month: 'short' })),
  time: once(() => dates({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })),
  count: once(() => new Intl.NumberFormat('fr-FR')),
  euros: once(() => new Intl.NumberFormat('fr-FR', { style: 'currency', currency: 'EUR' })),
  relative: once(() => new Intl.RelativeTimeFormat('fr-FR', { numeric: 'auto' })),
}

function dates(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('fr-FR', { timeZone, ...options })
}

/** `12 mars 2027`, `1er mars 2027` */
export const formatDay = (when: When): string => inFrench(formats.day(), when)
/** `12 mars`, `1er mars` */
export const formatDayWithoutYear = (when: When): string => inFrench(formats.dayNoYear(), when)
/** `mars 2027` */
export const formatMonth = (when: When): string => formats.month().format(new Date(when))
/** `vendredi 12 mars`, `lundi 1er mars` */
export const formatWeekday = (when: When): string => inFrench(formats.weekday(), when)
/** `lun.` and `23`, for a narrow calendar. */
export function formatShortDay(when: When): { weekday: string; number: string } {
  const parts = formats.shortDay().formatToParts(new Date(when))
  const textOf = (type: string) => parts.find((part) => part.type === type)?.value ?? ''
  return { weekday: textOf('weekday'), number: textOf('day') }
}
/** `mars`, `déc.` */
export const formatShortMonth = (when: When): string => formats.shortMonth().format(new Date(when))
/** `14:30` */
export const formatTime = (when: When): string => formats.time().format(new Date(when))
/** `12 mars 2027 à 14:30` */
export const formatDayTime = (when: When): string => `${formatDay(when)} à ${formatTime(when)}`
/** `12/03/2027 14:30` */
export const formatShortDayTime = (when: When): string =>
  `${formats.digits().format(new Date(when))} ${formatTime(when)}`

/** French says the first of a month as an ordinal, which Intl does not. */
function inFrench(format: Intl.DateTimeFormat, when: When): string {
  return format.format(new Date(when)).replace(/\b1(?=\s\p{L})/u, '1er')
}

const steps = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

/** `il y a 5 minutes`, `dans 2 heures`, `à l’instant`; the days are those of the calendar: « demain » is not 40 hours away. */
export function formatRelative(when: When, now: When): string {
  const seconds = (new Date(when).getTime() - new Date(now).getTime()) / 1000
  const [unit, length] = steps.find(([, length]) => Math.abs(seconds) >= length) ?? []
  if (!unit) return 'à l’instant'
  const count = unit === 'day' ? dayNumber(when) - dayNumber(now) : Math.trunc(seconds / length)
  return formats.relative().format(count, unit)
}

const dayNumber = (when: When): number => Date.parse(parisToday(new Date(when).getTime())) / 86_400_000

/** `12 345` */
export const formatCount = (value: number): string => formats.count().format(value)

/** `12 scans`, `1 scan`, `0 scan`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${formatCount(count)} ${count < 2 ? one : many}`

export const followersText = (count: number): string => counted(count, 'abonné')

/** Value-added tax of 20 %, on cents, rounded to the cent. */
export function withVat(cents: number): number {
  return Math.round((cents * 120) / 100)
}

/** French amount of cents with two decimals: `24,90 €`, spaces that do not break. */
export const formatEuros = (cents: number): string => formats.euros().format(cents / 100)

/** The same without decimals when the amount is round: `249 €`. */
export function formatRoundEuros(cents: number): string {
  return formatEuros(cents).replace(',00', '')
}

/** Reads an amount typed with a comma or a point, two decimals at most, as cents; undefined otherwise. */
export function readEuros(text: string): number | undefined {
  const match = /^([0-9]{1,7})(?:[.,]([0-9]{1,2}))?$/.exec(text.replace(/\s/g, ''))
  return match ? Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0')) : undefined
}
