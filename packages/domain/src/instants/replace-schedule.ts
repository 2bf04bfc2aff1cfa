import { type ScheduleToStore, type StoredSchedule, sameItems, timesOf } from './full-schedule.ts'
import type { ScheduleItem, StoredItem } from './schedule.ts'

/** Whether two schedules open the same times, on or off. */
export function hasSameTimes(standing: StoredSchedule, { kind, items }: ScheduleToStore): boolean {
  const on = (all: readonly ScheduleItem[]) => all.map((item) => ({ ...item, enabled: true }))
  return standing.kind === kind && sameItems(on(standing.items), on(items))
}

/**
 * A schedule in place of the one that stands: its items take the ids and states of those that they name, of those of the same times,
 * then of what is left in order, of weekly items and of a date that stands alone as planned. Undefined when a date names an id
 * that is not of this schedule.
 */
export function replaceSchedule(
  standing: StoredSchedule,
  { kind, items }: ScheduleToStore,
): ScheduleToStore | undefined {
  const left = new Map(standing.items.map((item) => [item.id, item]))
  if (items.some(({ id }) => id !== undefined && left.get(id)?.kind !== 'fixed')) return undefined
  const named = items.map(({ id }) => (id === undefined ? undefined : takeOne(left, (one) => one.id === id)))
  const equal = items.map((item, at) => named[at] ?? takeOne(left, (one) => timesOf(one) === timesOf(item)))
  const isOneDate = standing.items.length === 1 && standing.items.every(isPlanned)
  const replacing = items.map((item, at) => {
    const isAnyReplaced = isOneDate || item.kind === 'recurrent'
    const before = equal[at] ?? (isAnyReplaced ? takeOne(left, (one) => one.kind === item.kind) : undefined)
    if (!before) return item
    return item.kind === 'fixed' && before.kind === 'fixed' ? keepState(item, before) : { ...item, id: before.id }
  })
  return { kind, items: replacing, ...(kind === 'hours' && { link: standing.link ?? { wanted: true } }) }
}

const isPlanned = (item: ScheduleItem) =>
  item.kind === 'fixed' && !item.formerStart && (item.state ?? 'planned') === 'planned'

function takeOne(left: Map<number, StoredItem>, isIt: (one: StoredItem) => boolean): StoredItem | undefined {
  const found = [...left.values()].find(isIt)
  if (found) left.delete(found.id)
  return found
}

type Fixed<T> = Extract<T, { kind: 'fixed' }>

/** A date postponed without a new one, moved later, remembers when it was to be. */
function keepState(item: Fixed<ScheduleItem>, before: Fixed<StoredItem>): ScheduleItem {
  const { id, state = 'planned', message = null } = before
  const isMoved = !before.start.equals(item.start)
  const former = before.formerStart ?? (state === 'postponed' && isMoved ? before.start : null)
  return { ...item, id, state, message, formerStart: former }
}
