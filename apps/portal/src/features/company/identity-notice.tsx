import type { Company } from '../../lib/session.ts'
import { Alert } from '../../ui/alert.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'

/** Where the verification of the manager's identity stands; it blocks nothing (AMB-35). */
export function IdentityNotice({ status }: { status: Company['identityStatus'] }) {
  if (status === 'refused') {
    return (
      <Alert tone="warning" title="Votre pièce d’identité n’a pas pu être validée">
        Contactez notre équipe pour en envoyer une autre.
      </Alert>
    )
  }
  return (
    <p>
      {status === 'verified' ? <StatusBadge tone="success">Identité vérifiée</StatusBadge> : null}
      {status === 'pending' ? <StatusBadge tone="waiting">Dossier en cours de vérification</StatusBadge> : null}
      {status === 'missing' ? <StatusBadge tone="info">Pièce d’identité non reçue</StatusBadge> : null}
    </p>
  )
}
