import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '../../lib/api-error.ts'
import { configurationQuery } from '../../lib/session.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { LegalLinks } from '../../ui/legal-links.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { showToast } from '../../ui/toast.tsx'
import styles from './account-page.module.css'
import { OwnDataCard } from './own-data-card.tsx'
import { PersonalCard } from './personal-card.tsx'
import { SessionRow } from './session-row.tsx'
import { type OpenSession, sessionsQuery, useEndSessions } from './sessions.queries.ts'

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
          <SignOutOthers sessions={data ?? []} />
        </Card>
        <OwnDataCard />
        <LegalLinks accessibility={configuration?.accessibility} />
      </div>
    </>
  )
}

/** A phone was lost, an old computer was sold: all but this device, at once. */
function SignOutOthers({ sessions }: { sessions: readonly OpenSession[] }) {
  const [isAsking, setAsking] = useState(false)
  const end = useEndSessions()
  const others = sessions.filter(({ current }) => !current).map(({ id }) => id)
  const confirm = () =>
    end.mutate(others, {
      onSuccess: () => {
        setAsking(false)
        showToast('Vos autres appareils sont déconnectés')
      },
    })
  if (others.length < 2) return null
  return (
    <>
      <Button variant="secondary" onClick={() => setAsking(true)}>
        Déconnecter tous les autres
      </Button>
      <ConfirmDialog
        opened={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={confirm}
        title={`Déconnecter vos ${others.length} autres appareils\u00a0?`}
        confirmLabel="Déconnecter"
        danger
        pending={end.isPending}
        error={end.error ? messageOf(end.error) : undefined}
      >
        Il faudra un nouveau code reçu par SMS pour s’y reconnecter.
      </ConfirmDialog>
    </>
  )
}
