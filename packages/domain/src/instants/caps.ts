import { isLimitReached } from '../subscription/plan-limits.ts'
import { type InstantKind, instantKind } from './kind.ts'

/** A group counted against the plan's cap: a kind, or the drafts that have no schedule yet (I-020, api.md 8.23). */
export type CapGroup = InstantKind | 'draft'

/** The group an instant is counted in (AMB-73, AMB-74). */
export function capGroup(category: string, schedule: 'none' | 'fixed' | 'recurrent'): CapGroup {
  return schedule === 'none' ? 'draft' : instantKind(category, schedule)
}

/**
 * The groups that must have room at creation: the drafts, and the kind when it is known, from the hint or because a gift is
 * a special offer whatever its schedule (AMB-74, api.md 8.23).
 */
export function groupsAtCreation(category: string, instantType?: InstantKind): CapGroup[] {
  if (category === 'gift') return ['draft', 'specialOffer']
  return instantType ? ['draft', instantType] : ['draft']
}

/** True when one of the groups has no room for one more (I-018, I-019, I-020). */
export function isCapReached(
  allowed: number,
  counts: Readonly<Record<CapGroup, number>>,
  groups: readonly CapGroup[],
): boolean {
  return groups.some((group) => isLimitReached(allowed, counts[group]))
}

/** The group that must have room when an instant goes from one group to another; undefined when it stays. */
export function groupEntered(before: CapGroup, after: CapGroup): CapGroup | undefined {
  return before === after ? undefined : after
}
