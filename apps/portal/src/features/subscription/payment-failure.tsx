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
  cancelled: 'Paiement annulé, rien n’a été débité',
  refused: 'La banque a refusé la carte, rien n’a été débité',
  server: 'Une erreur est survenue lors de la vérification du paiement',
  fail: 'Quelque chose s’est mal passé',
}

type PaymentFailureProps = {
  errorKey: string
  title?: string
  /** calm: the person meant it. */
  look?: 'calm'
  retry?: string
  children: ReactNode
}

/** Nothing was paid, or nobody knows: says so and offers to try again (S-039). */
export function PaymentFailure({ errorKey, title, look, retry = 'Réessayer', children }: PaymentFailureProps) {
  return (
    <div className={styles.outcome}>
      <PageHeader title="Votre paiement" />
      <Alert tone={look === 'calm' ? 'info' : 'danger'} errorKey={errorKey} {...(title && { title })}>
        <p>{children}</p>
        <Link to="/subscription" className={buttonClass({ variant: 'secondary' })}>
          {retry}
        </Link>
      </Alert>
    </div>
  )
}
