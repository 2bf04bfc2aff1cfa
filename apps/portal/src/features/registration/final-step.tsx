import { IconCalendarEvent, IconCircleCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { type Company, configurationQuery } from '../../lib/session.ts'
import { buttonClass } from '../../ui/button.tsx'
import styles from './final-step.module.css'

type FinalStepProps = {
  company: Company
  /** What else to do at once: first instants, plans. */
  offers?: ReactNode
}

/** Step 3: it is done, and what happens next (R-022, R-105, AMB-33). */
export function FinalStep({ company, offers }: FinalStepProps) {
  const meetingUrl = useQuery(configurationQuery).data?.meetingUrl
  return (
    <>
      <section className={styles.done} data-signed-in>
        <IconCircleCheck size={56} stroke={1.6} aria-hidden="true" />
        <h1 className={styles.title}>
          {company.suspension ? (
            'Votre inscription est terminée'
          ) : (
            <>Félicitations, {company.name} est en ligne&nbsp;!</>
          )}
        </h1>
        <p className={styles.sentence}>
          {company.suspension ? (
            'Les habitants ne verront votre fiche qu’une fois la suspension levée.'
          ) : (
            <>
              Votre dossier est en cours de vérification. Notre équipe contrôle votre pièce d’identité&nbsp;; vous
              pouvez déjà utiliser votre espace.
            </>
          )}
        </p>
        <div className={styles.actions}>
          <Link to="/company" className={buttonClass({ variant: 'primary' })}>
            Voir mon établissement
          </Link>
          {meetingUrl ? (
            <a
              href={meetingUrl}
              target="_blank"
              rel="noopener noreferrer"
              className={buttonClass({ variant: 'secondary' })}
            >
              <IconCalendarEvent aria-hidden="true" /> Prendre rendez-vous avec l’équipe
            </a>
          ) : null}
        </div>
      </section>
      {company.suspension ? null : offers}
    </>
  )
}
