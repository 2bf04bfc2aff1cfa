import type { AgendaGroup } from './grouping.ts'

export type SplitGroup<T> = AgendaGroup<T> & {
  /** Listed for the first time. */
  fresh: AgendaGroup<T>['items']
  /** Already listed in a group before: recurrent instants come back day after day. */
  repeated: AgendaGroup<T>['items']
}

/** Tells apart, in each group of the agenda, what is new from what comes back; groups and items keep their order. */
export function splitRepeats<T extends { id: number }>(groups: readonly AgendaGroup<T>[]): SplitGroup<T>[] {
  const seen = new Set<number>()
  return groups.map((group) => {
    // A day of a fête of three days is a day of its own (H-111).
    const isRepeat = ({ id, run }: (typeof group.items)[number]) => seen.has(id) && !run
    const fresh = group.items.filter((item) => !isRepeat(item))
    const repeated = group.items.filter(isRepeat)
    for (const { id } of fresh) seen.add(id)
    return { ...group, fresh, repeated }
  })
}
