import { useInfiniteQuery } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { formatDayTime } from '../../lib/paris-format.ts'
import { Button } from '../../ui/button.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import styles from './operator.module.css'

const pageLength = 50

/** Who did what, newest first; nothing of it can be changed (T34). */
export function AuditPanel() {
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: ['operator', 'audit'],
    queryFn: ({ pageParam, signal }) =>
      call('GET /v1/operator/audit', { query: pageParam ? { before: pageParam } : {}, signal }),
    initialPageParam: '',
    getNextPageParam: (last) => (last.length < pageLength ? undefined : String(last.at(-1)?.id)),
  })
  if (error && !data) return <LoadError error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={320} />
  return (
    <div className={styles.stack}>
      <section className={styles.table} aria-label="Journal">
        <table>
          <thead>
            <tr>
              <th scope="col">Quand</th>
              <th scope="col">Qui</th>
              <th scope="col">Quoi</th>
              <th scope="col">Sur</th>
            </tr>
          </thead>
          <tbody>
            {data.pages.flat().map(({ id, at, actor, action, object }) => (
              <tr key={id}>
                <td>{formatDayTime(at)}</td>
                <td>{actor}</td>
                <td>{action}</td>
                <td>{object}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {hasNextPage ? (
        <Button variant="secondary" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Plus ancien
        </Button>
      ) : null}
    </div>
  )
}
