import { readClockTime } from '../kernel/clock-time.ts'
import { capitalise } from '../kernel/text.ts'

/** An entry as stored and read: `HH:mm` in Paris, applied to its days while enabled. */
export type OpeningHours = { id?: number; dayType: DayType; startTime: string; endTime: string; enabled: boolean }

/** An entry as typed or received, not checked yet. */
export type TypedOpeningHours = { id?: number | undefined; dayType: string; startTime: string; endTime: string }

const minimumMinutes = 5

/**
 * The first thing wrong with one entry: its day, its start (complete HH:mm), its end (complete, at least 5 minutes after
 * the start, the same day: AMB-51). The key names its French sentence.
 */
export function checkOpeningHours(
  hours: TypedOpeningHours,
): 'opening_day_error' | 'opening_start_error' | 'opening_end_error' | undefined {
  if (!isDayType(hours.dayType)) return 'opening_day_error'
  const start = readClockTime(hours.startTime)
  if (start === undefined) return 'opening_start_error'
  const end = readClockTime(hours.endTime)
  return end === undefined || end < start + minimumMinutes ? 'opening_end_error' : undefined
}

/** The entries of an answer as the rules read them; a day type of a newer release is left out. */
export function openingHoursOf(
  openHours: readonly (Omit<OpeningHours, 'dayType'> & { type: string })[],
): OpeningHours[] {
  return openHours.flatMap(({ type, ...hours }) => (isDayType(type) ? [{ ...hours, dayType: type }] : []))
}

/** ISO day of the week: 1 Monday to 7 Sunday. */
export type DayOfWeek = 1 | 2 | 3 | 4 | 5 | 6 | 7

export const daysOfWeek: readonly DayOfWeek[] = [1, 2, 3, 4, 5, 6, 7]

export const isDayOfWeek = (day: number): day is DayOfWeek => daysOfWeek.some((one) => one === day)

const table = {
  all_days: { label: 'Tous les jours', days: [1, 2, 3, 4, 5, 6, 7] },
  mondays_to_fridays: { label: 'Du lundi au vendredi', days: [1, 2, 3, 4, 5] },
  tuesdays_to_fridays: { label: 'Du mardi au vendredi', days: [2, 3, 4, 5] },
  mondays_to_saturdays: { label: 'Du lundi au samedi', days: [1, 2, 3, 4, 5, 6] },
  tuesdays_to_saturdays: { label: 'Du mardi au samedi', days: [2, 3, 4, 5, 6] },
  saturdays_and_sundays: { label: 'Samedi et dimanche', days: [6, 7] },
  all_mondays: { label: 'Lundi', days: [1] },
  all_tuesdays: { label: 'Mardi', days: [2] },
  all_wednesdays: { label: 'Mercredi', days: [3] },
  all_thursdays: { label: 'Jeudi', days: [4] },
  all_fridays: { label: 'Vendredi', days: [5] },
  all_saturdays: { label: 'Samedi', days: [6] },
  all_sundays: { label: 'Dimanche', days: [7] },
} as const satisfies Record<string, { label: string; days: readonly DayOfWeek[] }>

export type DayType = keyof typeof table

/** The 13 day choices of opening hours and recurrent schedules, in the order of the lists. */
export const dayTypes = Object.keys(table) as [DayType, ...DayType[]]

const names = ['lundi', 'mardi', 'mercredi', 'jeudi', 'vendredi', 'samedi', 'dimanche'] as const

export function isDayType(text: string): text is DayType {
  return Object.hasOwn(table, text)
}

/** French label of a day choice, or of any days: `Lundi, mercredi et samedi`. */
export function dayTypeLabel(type: DayType | readonly DayOfWeek[]): string {
  if (typeof type === 'string') return table[type].label
  const days = type.map(dayName)
  const text = days.length > 1 ? `${days.slice(0, -1).join(', ')} et ${days.at(-1)}` : (days[0] ?? '')
  return capitalise(text)
}

/** Joined once: a list asks for each of its times. */
const typeOfDays = new Map(dayTypes.map((type) => [table[type].days.join(), type]).reverse() as [string, DayType][])

/** The one choice that covers exactly these days, else the days in order. */
export function dayTypeOf(days: readonly DayOfWeek[]): DayType | readonly DayOfWeek[] {
  const sorted = daysOfWeek.filter((day) => days.includes(day))
  return typeOfDays.get(sorted.join()) ?? sorted
}

/** The same as choices only: the one, else one for each day. */
export function dayTypesOf(days: readonly DayOfWeek[]): DayType[] {
  const whole = dayTypeOf(days)
  if (typeof whole === 'string') return [whole]
  return whole.flatMap((day) => dayTypes.filter((type) => table[type].days.join() === String(day)))
}

/** The days of the week a choice covers. */
export function daysOfType(type: DayType): readonly DayOfWeek[] {
  return table[type].days
}

/** French name of a day, in lower case. */
export function dayName(day: DayOfWeek): string {
  return names[day - 1] ?? ''
}
