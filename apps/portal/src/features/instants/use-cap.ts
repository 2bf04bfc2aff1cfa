import type { InstantKind } from '@parvis/domain/instants/kind'
import { isLimitReached, unlimited } from '@parvis/domain/subscription/plans'
import { useCompany } from '../../lib/session.ts'
import { kindOf, type ServerInstant } from './instant.ts'

export type Cap = { count: number; limit: string; isReached: boolean }

/** For each kind: what its tab lists, what the plan allows, and whether there is room (I-004, I-005, I-020, AMB-73). */
export function useCap(instants: readonly ServerInstant[] = []): Record<InstantKind, Cap> {
  const { allowedInstant } = useCompany().subscription
  const capOf = (kind: InstantKind): Cap => {
    const count = instants.filter((instant) => kindOf(instant) === kind).length
    const limit = allowedInstant === unlimited ? '∞' : String(allowedInstant)
    return { count, limit, isReached: isLimitReached(allowedInstant, count) }
  }
  return { service: capOf('service'), specialOffer: capOf('specialOffer'), event: capOf('event') }
}
