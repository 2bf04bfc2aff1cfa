import type { Temporal } from 'temporal-polyfill'
import { isOffState } from './event-state.ts'
import {
  agendaWindow,
  comingDates,
  nextOccurrence,
  type Occurrence,
  type ScheduleContext,
  type Window,
  windowOfDays,
} from './occurrences.ts'
import type { ScheduleItem } from './schedule.ts'

/**
 * The next occurrence that takes place; a cancelled one, or one postponed without a date, only when nothing else comes.
 */
export function nextTakingPlace(
  items: readonly ScheduleItem[],
  now: Temporal.Instant,
  context?: ScheduleContext,
): Occurrence | undefined {
  const next = nextOccurrence(items, now, context)
  if (!next || takesPlace(next)) return next
  return [...comingDates(items, now, context), ...agendaWindow(now)(items, context)].find(takesPlace) ?? next
}

const upcomingDays = 21

/** The next occurrence when it starts within 21 days or is running, as the company page shows it. */
export function upcomingWindow(now: Temporal.Instant): Window {
  const find = windowOfDays(now, upcomingDays)
  return (items, context) => find(items, context).slice(0, 1)
}

/** Whether this occurrence takes place, on its first day or a later one. */
export const takesPlace = ({ state, formerStart }: Occurrence): boolean => !isOffState(state, Boolean(formerStart))
