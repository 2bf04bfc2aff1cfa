import { offersOf } from '@parvis/domain/kernel/business-type'
import { IconId } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { formatDayTime, formatPhone } from '../../lib/paris-format.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { DecideIdentity } from './decide-identity.tsx'
import { type Identity, identitiesQuery } from './identities-query.ts'
import styles from './operator.module.css'
import { ViewDocument } from './view-document.tsx'

const sides = { front: 'Recto', back: 'Verso' } as const

/** The businesses whose manager's identity is to be checked, the oldest first. */
export function IdentitiesPanel() {
  const { data, error, refetch } = useQuery(identitiesQuery)
  if (error) return <LoadError error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={240} />
  if (data.length === 0) {
    return <EmptyState icon={<IconId />} title="Tout est vérifié" sentence="Les nouveaux dossiers apparaîtront ici." />
  }
  return (
    <div className={styles.stack}>
      {data.map((identity) => (
        <IdentityCard key={identity.companyId} identity={identity} />
      ))}
    </div>
  )
}

function IdentityCard({ identity }: { identity: Identity }) {
  const { name, type, siren, address, zipCode, city, owners, documents } = identity
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
      </dl>
      <div className={styles.actions}>
        {documents.map(({ id, side, sentAt }) => (
          <ViewDocument key={id} id={id} label={`${sides[side]}, envoyé le ${formatDayTime(sentAt)}`} />
        ))}
      </div>
      <DecideIdentity identity={identity} />
    </Card>
  )
}
