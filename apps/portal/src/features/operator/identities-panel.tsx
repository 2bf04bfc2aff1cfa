import { offersOf } from '@parvis/domain/kernel/business-type'
import { formatDayTime } from '@parvis/domain/kernel/french-format'
import { formatPhone } from '@parvis/domain/kernel/phone'
import { IconId } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { DecideIdentity } from './decide-identity.tsx'
import { type Identity, identitiesQuery } from './identities-query.ts'
import styles from './operator.module.css'
import { ViewDocument } from './view-document.tsx'

/** The businesses whose manager's identity is to be checked, the oldest first. */
export function IdentitiesPanel() {
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = useInfiniteQuery(identitiesQuery)
  if (error && !data) return <LoadError error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={240} />
  const identities = data.pages.flat()
  if (identities.length === 0) {
    return <EmptyState icon={<IconId />} title="Tout est vérifié" sentence="Les nouveaux dossiers apparaîtront ici." />
  }
  return (
    <div className={styles.stack}>
      {identities.map((identity) => (
        <IdentityCard key={identity.companyId} identity={identity} />
      ))}
      {hasNextPage ? (
        <Button variant="secondary" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Dossiers suivants
        </Button>
      ) : null}
    </div>
  )
}

function IdentityCard({ identity }: { identity: Identity }) {
  const { name, type, siren, address, zipCode, city, owners, documents, contradictsType, legalCategory } = identity
  const [first] = documents
  return (
    <Card title={name} sentence={`${offersOf(type).label} · ${siren} · ${address}, ${zipCode} ${city}`}>
      <dl className={styles.facts}>
        {owners.map(({ first_name, last_name, phone_number }) => (
          <div key={phone_number}>
            <dt>Responsable</dt>
            <dd>
              {first_name} {last_name}, {formatPhone(phone_number)}
            </dd>
          </div>
        ))}
        {contradictsType ? (
          <div>
            <dt>Registre</dt>
            <dd>
              <strong>Catégorie juridique {legalCategory}&nbsp;: ce n’est pas celle du type déclaré</strong>
            </dd>
          </div>
        ) : null}
        <div>
          <dt>Pièces</dt>
          <dd>{first ? `envoyées le ${formatDayTime(first.sentAt)}` : 'effacées, à demander de nouveau'}</dd>
        </div>
      </dl>
      <div className={styles.decision}>
        <div className={styles.actions}>
          {documents.map(({ id, side }) => (
            <ViewDocument key={id} id={id} side={side} owner={name} />
          ))}
        </div>
        <DecideIdentity identity={identity} />
      </div>
    </Card>
  )
}
