import { formatDayTime } from '@parvis/domain/kernel/french-format'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../lib/call.ts'
import { Button } from '../../ui/button.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { auditActs, auditDetails } from './audit-words.ts'
import styles from './operator.module.css'

const pageLength = 50
const choices = [
  { value: 'all', label: 'Tout' },
  ...Object.entries(auditActs).map(([value, label]) => ({ value, label })),
]

/** Who did what, newest first; nothing of it can be changed (T34). */
export function AuditPanel() {
  const [act, setAct] = useState('all')
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: ['operator', 'audit', act],
    queryFn: ({ pageParam, signal }) =>
      call('GET /v1/operator/audit', {
        query: { ...(pageParam && { before: pageParam }), ...(act !== 'all' && { action: act }) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (last) => (last.length < pageLength ? undefined : String(last.at(-1)?.id)),
  })
  const lines = data?.pages.flat()
  return (
    <div className={styles.stack}>
      <div className={styles.choice}>
        <SelectField name="act" label="Montrer" value={act} onChange={setAct} options={choices} />
      </div>
      {error && !data ? <LoadError error={error} onRetry={() => void refetch()} /> : null}
      {data || error ? null : <Skeleton height={320} />}
      {lines?.length === 0 ? <p>Rien de tel au journal.</p> : null}
      <ol className={styles.lines} aria-label="Journal">
        {lines?.map(({ id, at, actor, action, object, details }) => (
          <li key={id}>
            <time dateTime={at}>{formatDayTime(at)}</time>
            <strong>{auditActs[action] ?? action}</strong>
            <span className={styles.ids}>
              {actor} → {object}
            </span>
            <span className={styles.details}>{auditDetails(details)}</span>
          </li>
        ))}
      </ol>
      {hasNextPage ? (
        <Button variant="secondary" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Plus ancien
        </Button>
      ) : null}
    </div>
  )
}
