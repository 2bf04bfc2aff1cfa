import { MutationCache, QueryClient } from '@tanstack/react-query'
import { ApiError, messageOf } from '../lib/api-error.ts'
import { forgetReads } from '../lib/session-end.ts'
import { showToast } from '../ui/toast.tsx'
import type { ReadEndpoint } from './query.ts'

const retries = 2

declare module '@tanstack/react-query' {
  interface Register {
    /** `refreshes`: the cached answers that a mutation makes old, by their endpoints. `toastsFailure`: nothing else says it. */
    mutationMeta: { refreshes?: readonly ReadEndpoint[]; toastsFailure?: true }
  }
}

/**
 * The one query cache. A refusal (4xx) is final; an unreachable server is tried again. A mutation stays pending until what it
 * names in `meta.refreshes` was read again; after a failure that is read again too, without waiting, since it may have changed.
 */
export const queryClient = new QueryClient({
  mutationCache: new MutationCache({
    onSettled: (_data, error, _variables, _result, { meta }) => {
      if (error && meta?.toastsFailure) showToast(messageOf(error), 'danger')
      const refreshed = refresh(...(meta?.refreshes ?? []))
      return error ? undefined : refreshed
    },
  }),
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      // 'always': offline, a page says so and offers to retry instead of loading for ever.
      networkMode: 'always',
      retry: (failures, error) => failures < retries && isPassing(error),
      retryDelay: (attempt) => 400 * 2 ** attempt,
    },
    mutations: { networkMode: 'always' },
  },
})

forgetReads.on(() => queryClient.clear())

/** Invalidates every cached answer of these endpoints, whatever was asked of them; those on screen are fetched again. */
export async function refresh(...reads: readonly ReadEndpoint[]): Promise<void> {
  await queryClient.invalidateQueries({ predicate: ({ queryKey }) => reads.some((read) => read === queryKey[0]) })
}

function isPassing(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status >= 500)
}
