import { useQuery } from '@tanstack/react-query'
import { configurationQuery } from '../../lib/session.ts'
import { Card } from '../../ui/card.tsx'
import { LegalLinks } from '../../ui/legal-links.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import styles from './account-page.module.css'
import { OwnDataCard } from './own-data-card.tsx'
import { PersonalCard } from './personal-card.tsx'
import { SessionRow } from './session-row.tsx'
import { sessionsQuery } from './sessions.queries.ts'

/** The person behind the company: who they are, where they are signed in, what is kept of them (AMB-145). */
export function AccountPage() {
  const { data, error, refetch } = useQuery(sessionsQuery)
  const { data: configuration } = useQuery(configurationQuery)
  return (
    <>
      <PageHeader title="Mon compte" sentence="Vos informations, vos appareils et vos données." />
      <div className={styles.cards}>
        <PersonalCard />
        <Card title="Mes appareils" sentence="Déconnectez ceux que vous ne reconnaissez pas.">
          {error ? <LoadError error={error} onRetry={() => void refetch()} /> : null}
          {data || error ? null : <Skeleton lines={3} />}
          <ul>
            {data?.map((session) => (
              <SessionRow key={session.id} session={session} />
            ))}
          </ul>
        </Card>
        <OwnDataCard />
        <LegalLinks accessibility={configuration?.accessibility} />
      </div>
    </>
  )
}
