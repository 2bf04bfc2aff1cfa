import type { Company } from '../../lib/session.ts'
import { Alert } from '../../ui/alert.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import styles from './company-page.module.css'

const unverifiedTownHall =
  'Tant que notre équipe n’a pas vérifié qui gère cette fiche, elle est présentée comme non vérifiée et vos services n’apparaissent pas sur la page de la ville.'

type IdentityNoticeProps = { company: Pick<Company, 'identityStatus' | 'type'> }

/** Where the verification of the manager's identity stands; it blocks nothing (AMB-35), but names a town hall (W-045). */
export function IdentityNotice({ company: { identityStatus: status, type } }: IdentityNoticeProps) {
  const isUnverifiedTownHall = type === 'mairie' && status !== 'verified'
  if (status === 'refused') {
    return (
      <Alert tone="warning" title="Votre pièce d’identité n’a pas pu être validée">
        {isUnverifiedTownHall ? `${unverifiedTownHall} ` : ''}Contactez notre équipe pour en envoyer une autre.
      </Alert>
    )
  }
  if (isUnverifiedTownHall) {
    return (
      <Alert tone="info" title="Mairie non vérifiée">
        {unverifiedTownHall}
      </Alert>
    )
  }
  if (status === 'pending') {
    return (
      <div className={styles.pending}>
        <StatusBadge tone="waiting">Dossier en cours de vérification</StatusBadge>
        <span>Notre équipe contrôle votre pièce d’identité. Vous n’avez rien à faire, et rien n’est bloqué.</span>
      </div>
    )
  }
  return (
    <p>
      {status === 'verified' ? <StatusBadge tone="success">Identité vérifiée</StatusBadge> : null}
      {status === 'missing' ? <StatusBadge tone="info">Pièce d’identité non reçue</StatusBadge> : null}
    </p>
  )
}
