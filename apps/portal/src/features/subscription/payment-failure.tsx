import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Alert } from '../../ui/alert.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import styles from './plan.module.css'

/** Sentences of appendix A. */
export const paymentTexts = {
  missing: 'Aucun paiement n’a été trouvé',
  unpaid: 'Le paiement n’a pas été effectué',
  server: 'Une erreur est survenue lors de la vérification du paiement',
  fail: 'Quelque chose s’est mal passé',
}

/** Nothing was paid, or nobody knows: says so and offers to try again (S-039). */
export function PaymentFailure({ errorKey, children }: { errorKey: string; children: ReactNode }) {
  return (
    <div className={styles.outcome}>
      <PageHeader title="Votre paiement" />
      <Alert tone="danger" errorKey={errorKey}>
        <p>{children}</p>
        <Link to="/subscription" className={buttonClass({ variant: 'secondary' })}>
          Réessayer
        </Link>
      </Alert>
    </div>
  )
}
