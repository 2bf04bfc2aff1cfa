import type { Temporal } from 'temporal-polyfill'
import { isOffState } from './event-state.ts'
import { agendaWindow, comingDates, nextOccurrence, type Occurrence, type ScheduleContext } from './occurrences.ts'
import type { ScheduleItem } from './schedule.ts'

/**
 * The next occurrence that takes place; a cancelled one, or one postponed without a date, only when nothing else comes (H-112,
 * H-114).
 */
export function nextHeld(
  items: readonly ScheduleItem[],
  now: Temporal.Instant,
  context?: ScheduleContext,
): Occurrence | undefined {
  const next = nextOccurrence(items, now, context)
  if (!next || isHeld(next)) return next
  return [...comingDates(items, now, context), ...agendaWindow(now)(items, context)].find(isHeld) ?? next
}

/** Whether this occurrence takes place, on its first day or a later one. */
export const isHeld = ({ state, formerStart }: Occurrence): boolean => !isOffState(state, Boolean(formerStart))
