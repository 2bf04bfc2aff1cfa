import type { AgendaGroup } from './grouping.ts'

export type SplitGroup<T> = AgendaGroup<T> & {
  /** Listed for the first time. */
  fresh: T[]
  /** Already listed in a group before: recurrent instants come back day after day. */
  repeated: T[]
}

/** Tells apart, in each group of the agenda, what is new from what comes back; groups and items keep their order. */
export function splitRepeats<T extends { id: number }>(groups: readonly AgendaGroup<T>[]): SplitGroup<T>[] {
  const seen = new Set<number>()
  return groups.map((group) => {
    const fresh = group.items.filter(({ id }) => !seen.has(id))
    const repeated = group.items.filter(({ id }) => seen.has(id))
    for (const { id } of fresh) seen.add(id)
    return { ...group, fresh, repeated }
  })
}
