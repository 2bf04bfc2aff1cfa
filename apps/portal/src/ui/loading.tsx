import { LoadError } from './load-error.tsx'
import { Skeleton } from './skeleton.tsx'

type LoadingProps = { error: unknown; retry: () => unknown; height: number }

/** In the place of what a query has not brought yet: its shape, or why it could not be loaded. */
export function Loading({ error, retry, height }: LoadingProps) {
  return error ? <LoadError error={error} onRetry={() => void retry()} /> : <Skeleton height={height} />
}
