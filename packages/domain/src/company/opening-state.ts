import type { DayOfWeek } from './day-type.ts'
import { type OpeningHours, type TimeSlot, weekLines, weekState } from './opening-hours.ts'

/** A moment of the Paris week: see `kernel/paris-today`. */
export type WeekMoment = { day: DayOfWeek; minutes: number }

/**
 * - `open`: `closesAt` minutes since midnight, absent when it never closes.
 * - `closed`: the next opening, `inDays` from now (0 today, 7 the same day next week).
 */
export type OpeningState =
  | { state: 'unknown' }
  | { state: 'temporarily_closed' }
  | { state: 'open'; closesAt?: number }
  | { state: 'closed'; opensAt: number; day: DayOfWeek; inDays: number }

const day = 24 * 60
const week = 7 * day

/**
 * Whether a place is open now, and until or from when. Overlapping and touching slots are one; a place that writes
 * 18:00-23:59 then 00:00-02:00 the next day closes at 02:00 (AMB-51).
 */
export function openingState(hours: readonly OpeningHours[], now: WeekMoment): OpeningState {
  const known = weekState(hours)
  if (known !== 'week') return { state: known }
  const moment = (now.day - 1) * day + now.minutes
  const slots = weekSlots(hours)
  const current = slots.find((slot) => slot.start <= moment && moment < slot.end)
  if (current)
    return current.end - current.start >= week ? { state: 'open' } : { state: 'open', closesAt: current.end % day }
  const next = slots.find((slot) => slot.start > moment)
  const opening = next?.start ?? moment
  return {
    state: 'closed',
    opensAt: opening % day,
    day: dayOf(opening),
    inDays: Math.floor(opening / day) - (now.day - 1),
  }
}

/** Every slot of three weeks in a row around the current one, merged, in minutes since Monday 00:00. */
function weekSlots(hours: readonly OpeningHours[]): TimeSlot[] {
  const slots = [-1, 0, 1].flatMap((shift) =>
    weekLines(hours).flatMap((line) =>
      line.slots.map((slot) => {
        const start = shift * week + (line.day - 1) * day
        // 23:59 is the last minute that can be written: it stands for midnight.
        return { start: start + slot.start, end: start + (slot.end === day - 1 ? day : slot.end) }
      }),
    ),
  )
  return slots.reduce<TimeSlot[]>(merge, [])
}

function merge(merged: TimeSlot[], slot: TimeSlot): TimeSlot[] {
  const last = merged.at(-1)
  if (!last || slot.start > last.end) return [...merged, slot]
  last.end = Math.max(last.end, slot.end)
  return merged
}

function dayOf(minutes: number): DayOfWeek {
  return ((Math.floor(minutes / day) % 7) + 1) as DayOfWeek
}
