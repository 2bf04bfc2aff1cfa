import { isLimitReached, unlimited } from '../subscription/plan-limits.ts'
import { type InstantKind, instantKind } from './kind.ts'

/**
 * What is counted against the plan's cap: the instants of each kind, drafts announced as that kind included, and all the
 * drafts together (I-020, AMB-73, api.md 8.23).
 */
export type CapCounts = Record<InstantKind, number> & { drafts: number; all: number }

/**
 * The kind a draft is counted in: a gift is a special offer whatever its schedule, else what its maker announced; null
 * when only its schedule will tell (AMB-74).
 */
export function announcedKind(category: string, instantType: InstantKind | undefined): InstantKind | null {
  return category === 'gift' ? instantKind(category, 'none') : (instantType ?? null)
}

/** Of one company, drafts included, whatever its plan: others read them all. */
const maxInstants = 300

/**
 * True when one more instant may not be created (I-018, I-019): its kind is full, or the drafts are. Drafts of no known
 * kind may number what they can still become, services and events.
 */
export function isCreationRefused(allowed: number, counts: CapCounts, kind: InstantKind | null): boolean {
  if (counts.all >= maxInstants) return true
  if (allowed === unlimited) return false
  if (kind === null) return counts.drafts >= 2 * allowed
  return isLimitReached(allowed, counts.drafts) || isLimitReached(allowed, counts[kind])
}

/** True when an instant may not become `after`: that kind has no room; one already counted there stays (AMB-73). */
export function isEntryRefused(
  allowed: number,
  counts: CapCounts,
  { before, after }: { before: InstantKind | null; after: InstantKind },
): boolean {
  return before !== after && isLimitReached(allowed, counts[after])
}

export function noInstants(): CapCounts {
  return { service: 0, specialOffer: 0, event: 0, drafts: 0, all: 0 }
}
