import { useQuery } from '@tanstack/react-query'
import { Card } from '../../ui/card.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { SessionRow } from './session-row.tsx'
import { sessionsQuery } from './sessions.queries.ts'

/** The devices signed in with this account; each can be signed out from here (AMB-145). */
export function SessionsPage() {
  const { data, error, refetch } = useQuery(sessionsQuery)
  return (
    <>
      <PageHeader
        title="Mes appareils"
        sentence="Les téléphones et ordinateurs connectés à votre compte. Déconnectez ceux que vous ne reconnaissez pas."
      />
      {error ? <LoadError error={error} onRetry={() => void refetch()} /> : null}
      {data || error ? null : <Skeleton lines={3} />}
      {data ? (
        <Card look="flush">
          <ul>
            {data.map((session) => (
              <SessionRow key={session.id} session={session} />
            ))}
          </ul>
        </Card>
      ) : null}
    </>
  )
}
