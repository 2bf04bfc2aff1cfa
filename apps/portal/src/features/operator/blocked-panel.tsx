import { formatDay } from '@parvis/domain/kernel/french-format'
import { formatPhone } from '@parvis/domain/kernel/phone'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { Card } from '../../ui/card.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { BlockForm } from './block-form.tsx'
import { BlockedRow } from './blocked-row.tsx'
import styles from './operator.module.css'

/** Blocks and frees phones and conversations, suspends businesses and lifts it. */
export function BlockedPanel() {
  const { data, error, refetch } = useQuery({
    queryKey: ['operator', 'blocked'],
    queryFn: ({ signal }) => call('GET /v1/operator/blocked', { signal }),
  })
  return (
    <div className={styles.stack}>
      <div className={styles.pair}>
        <BlockForm kind="phone" />
        <BlockForm kind="company" />
        <BlockForm kind="discussion" />
      </div>
      <Card title="Actuellement bloqués ou suspendus">
        {error ? <LoadError error={error} onRetry={() => void refetch()} /> : null}
        {data || error ? null : <Skeleton lines={2} />}
        {data && data.phones.length + data.companies.length + data.discussions.length === 0 ? (
          <p>Personne n’est bloqué, aucune fiche n’est suspendue.</p>
        ) : null}
        <ul className={styles.rows}>
          {data?.phones.map(({ phone, wrongCodes }) => (
            <BlockedRow
              key={phone}
              blocked={{ kind: 'phone', of: phone }}
              name={formatPhone(phone)}
              aside={wrongCodes > 0 ? `${wrongCodes} codes faux` : undefined}
            />
          ))}
          {data?.companies.map(({ companyId, name, since, reason }) => (
            <BlockedRow
              key={companyId}
              blocked={{ kind: 'company', of: companyId }}
              name={name ? `Fiche «\u00a0${name}\u00a0»` : 'Fiche à compléter'}
              aside={`Depuis le ${formatDay(since)}\u00a0: ${reason}`}
            />
          ))}
          {data?.discussions.map(({ id, company }) => (
            <BlockedRow
              key={id}
              blocked={{ kind: 'discussion', of: id }}
              name={`Conversation avec «\u00a0${company}\u00a0»`}
              aside={id}
            />
          ))}
        </ul>
      </Card>
    </div>
  )
}
