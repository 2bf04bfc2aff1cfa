import type { AgendaGroup } from '@parvis/domain/agenda/grouping'
import type { Temporal } from 'temporal-polyfill'
import type { AgendaItem } from './agenda.queries.ts'

/** The element of a group on the page, from its key: `0` today … `7` the seventh day, `8`, then `9 2027-03`. */
export const idOfGroup = (key: string): string => `agenda-${key.replace(' ', '-')}`

/** A moment of the day of a group in milliseconds; none for what comes after the seventh day. */
export function dayOfGroup({ key, items }: AgendaGroup<AgendaItem>, now: Temporal.Instant): number | undefined {
  // What is running may have begun yesterday.
  if (key === '0') return now.epochMilliseconds
  const [first] = items
  return key.length === 1 && key < '8' && first ? Date.parse(first.originalStart) : undefined
}
