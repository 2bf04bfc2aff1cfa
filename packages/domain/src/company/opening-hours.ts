import { readClockTime } from '../kernel/clock-time.ts'
import { type DayType, isDayType } from './day-type.ts'

/** An entry as stored and read: `HH:mm` in Paris, applied to its days while enabled (P-011, E-072). */
export type OpeningHours = { id?: number; dayType: DayType; startTime: string; endTime: string; enabled: boolean }

/** An entry as typed or received, not checked yet. */
export type TypedOpeningHours = { id?: number | undefined; dayType: string; startTime: string; endTime: string }

const minimumMinutes = 5

/**
 * The first thing wrong with one entry: its day, its start (complete HH:mm), its end (complete, at least 5 minutes after
 * the start, the same day: AMB-51). The key names its French sentence (E-067, E-068, E-069).
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

/** What the week shows: nothing known, closed for a time (every entry paused), or its lines (P-012, AMB-50). */
export function weekState(hours: readonly OpeningHours[]): 'unknown' | 'temporarily_closed' | 'week' {
  if (hours.length === 0) return 'unknown'
  return hours.some((entry) => entry.enabled) ? 'week' : 'temporarily_closed'
}
