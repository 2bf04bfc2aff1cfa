import type { Temporal } from 'temporal-polyfill'
import { type DayOfWeek, type DayType, daysOfType } from '../company/opening-hours.ts'
import { parisDay } from '../kernel/paris-time.ts'
import type { EventState } from './event-state.ts'

/** A fixed item is two instants of time, of several days at most in a schedule of dates. */
export type FixedItem = {
  kind: 'fixed'
  id?: number
  start: Temporal.Instant
  end: Temporal.Instant
  preview: boolean
  enabled: boolean
  state?: EventState
  message?: string | null
  /** When it was to start before it was postponed. */
  formerStart?: Temporal.Instant | null
}

/** A recurrent item is a local time in Paris, minutes since midnight, that survives clock changes. */
export type RecurrentItem = {
  kind: 'recurrent'
  id?: number
  /** One of the choices of the seeds, or any days. */
  dayType: DayType | readonly DayOfWeek[]
  startMinutes: number
  /** Past 1,440 on the next day, 24 hours after the start at most: never in what old calls write. */
  endMinutes: number
  /** `YYYY-MM-DD`: its first and last day, and days left out. */
  from?: string | null
  until?: string | null
  except?: readonly string[]
  /** `YYYY-MM-DD`: the day on which an activation time was written, and is answered. */
  onDay?: string | null
  /** Shown two hours before the start. */
  preview: boolean
  enabled: boolean
}

export type ScheduleItem = FixedItem | RecurrentItem
/** An item that is stored, and so has an id. */
export type StoredItem = ScheduleItem & { id: number }

export type ScheduleKey = 'schedule_error' | 'end_date_error' | 'wrong_time'

/** Upper bound of a schedule: every reading of a town's agenda expands the items of each of its instants. */
export const maxActivationTimes = 100
/** The least length of a weekly time, and how long before its start the preview shows one. */
export const [shortestMinutes, previewMinutes] = [15, 120] as const

/**
 * One item. Fixed: the end after the start, the same Paris day. Recurrent: 15 minutes at least, and with the preview the
 * start minus two hours on the same day (I-082, I-083, I-086, I-087, api.md 8.22).
 */
export function checkScheduleItem(item: ScheduleItem): ScheduleKey | undefined {
  if (item.kind === 'fixed') {
    const after = item.end.epochMilliseconds > item.start.epochMilliseconds
    return after && parisDay(item.start).equals(parisDay(item.end)) ? undefined : 'end_date_error'
  }
  const shownFrom = item.startMinutes - (item.preview ? previewMinutes : 0)
  return shownFrom < 0 || item.endMinutes < item.startMinutes + shortestMinutes ? 'wrong_time' : undefined
}

/** A whole schedule: 1 to 100 items, one fixed at most, never mixed with recurrent ones (I-033, I-079, api.md 8.22). */
export function checkSchedule(items: readonly ScheduleItem[]): ScheduleKey | undefined {
  const fixed = items.filter((item) => item.kind === 'fixed').length
  if (items.length > maxActivationTimes) return 'schedule_error'
  if (items.length === 0 || fixed > 1 || (fixed === 1 && items.length > 1)) return 'schedule_error'
  return items.map(checkScheduleItem).find((key) => key !== undefined)
}

/** Whether one item more may be added: a second fixed one is a conflict, a mix is invalid (I-033, api.md 8.22). */
export function checkAddition(
  existing: readonly ScheduleItem[],
  added: ScheduleItem,
): 'fixed_already_set' | ScheduleKey | undefined {
  const fixed = existing.some((item) => item.kind === 'fixed')
  if (added.kind === 'fixed' && fixed) return 'fixed_already_set'
  return checkSchedule([...existing, added])
}

/** The days of the week of a recurrent item. */
export function daysOfItem({ dayType }: Pick<RecurrentItem, 'dayType'>): readonly DayOfWeek[] {
  return typeof dayType === 'string' ? daysOfType(dayType) : dayType
}

/** Whether a weekly line holds nothing on a day `YYYY-MM-DD`: before its first, after its last, or left out. */
export function isLeftOut({ from, until, except = [] }: ValidDays, date: string): boolean {
  return Boolean((from && date < from) || (until && date > until)) || except.includes(date)
}

type ValidDays = Pick<RecurrentItem, 'from' | 'until' | 'except'>
