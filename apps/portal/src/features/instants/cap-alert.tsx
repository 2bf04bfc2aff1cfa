import { instantsRefusals } from '@parvis/domain/instants/instants.refusals.fr'
import type { InstantKind } from '@parvis/domain/instants/kind'
import { offersOf } from '@parvis/domain/kernel/business-type'
import { isLimitReached, unlimited } from '@parvis/domain/subscription/plans'
import { useCompany } from '../../lib/session.ts'
import { Alert } from '../../ui/alert.tsx'
import { Allowed } from '../../ui/allowed.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { kindOf, type ServerInstant } from './instant.ts'

/** No room for one more of this kind: what the plans would give. */
export function CapAlert() {
  const { type } = useCompany()
  const action = offersOf(type).subscriptionPage ? (
    <Allowed call="GET /v1/company/:id/subscription">
      <LinkButton to="/subscription" size="small">
        Voir les offres
      </LinkButton>
    </Allowed>
  ) : null
  return (
    <Alert tone="danger" errorKey="MAX_INSTANTS" action={action}>
      {/* Quoted by the specification: letter for letter, straight apostrophe included. */}
      <span>{instantsRefusals['instants.max_reached'].text}</span>
    </Alert>
  )
}

export type Cap = { count: number; limit: string; isReached: boolean }

/** For each kind: what its tab lists, what the plan allows, and whether there is room. */
export function useCap(instants: readonly ServerInstant[] = []): Record<InstantKind, Cap> {
  const { allowedInstant } = useCompany().subscription
  const listed = Map.groupBy(instants, kindOf)
  const capOf = (kind: InstantKind): Cap => {
    const count = listed.get(kind)?.length ?? 0
    const limit = allowedInstant === unlimited ? '∞' : String(allowedInstant)
    return { count, limit, isReached: isLimitReached(allowedInstant, count) }
  }
  return { service: capOf('service'), specialOffer: capOf('specialOffer'), event: capOf('event') }
}
