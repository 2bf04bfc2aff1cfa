import { instantsRefusalTexts } from '@parvis/domain/instants/instants.refusals.fr'
import { offersOf } from '@parvis/domain/kernel/business-type'
import { Link } from '@tanstack/react-router'
import { useCompany } from '../../lib/session.ts'
import { Alert } from '../../ui/alert.tsx'
import { buttonClass } from '../../ui/button.tsx'

/** No room for one more of this kind: what the plans would give (I-018, I-019). */
export function CapAlert() {
  const { type } = useCompany()
  const action = offersOf(type).subscriptionPage ? (
    <Link to="/subscription" className={buttonClass({ variant: 'secondary', size: 'small' })}>
      Voir les offres
    </Link>
  ) : null
  return (
    <Alert tone="danger" errorKey="MAX_INSTANTS" action={action}>
      {/* Quoted by the specification: letter for letter, straight apostrophe included. */}
      <span>{instantsRefusalTexts['instants.max_reached']}</span>
    </Alert>
  )
}
