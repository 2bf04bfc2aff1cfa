import { useState } from 'react'
import { messageOf } from '../../lib/api-error.ts'
import { Alert } from '../../ui/alert.tsx'
import { Collapsible } from '../../ui/collapsible.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { Offers } from './offers.tsx'
import styles from './plan.module.css'

/** The plans, closed at first, and the page that sells them. */
export function PlansInvitation() {
  const [isOpen, setOpen] = useState(false)
  const [failure, setFailure] = useState<string>()
  return (
    <Collapsible title="Découvrir nos offres" open={isOpen} onToggle={setOpen}>
      <div className={`stack-3 ${styles.stack}`}>
        {failure ? (
          <Alert tone="danger" errorKey="payment_session">
            {failure}
          </Alert>
        ) : null}
        {isOpen ? <Offers onFailure={(error) => setFailure(messageOf(error))} /> : null}
        <LinkButton to="/subscription">Voir la page des offres</LinkButton>
      </div>
    </Collapsible>
  )
}
