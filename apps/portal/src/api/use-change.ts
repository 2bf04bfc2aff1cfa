import { type QueryKey, useMutation } from '@tanstack/react-query'
import type { ReadEndpoint } from './query.ts'
import { queryClient, refresh } from './query-client.ts'

/**
 * A change of what one call reads whole: every change answers all of it anew, which takes the place of what is shown. After a
 * failure it is read again, without waiting: the change may have been made, and its answer lost. `isQuiet`: the page itself says why
 * it failed.
 */
export function useChange<Answer>(
  read: { queryKey: QueryKey },
  { refreshes = [], isQuiet = false }: { refreshes?: readonly ReadEndpoint[]; isQuiet?: boolean | undefined } = {},
) {
  return useMutation({
    mutationFn: (change: () => Promise<Answer>) => change(),
    onSuccess: (answer) => {
      queryClient.setQueryData<Answer>(read.queryKey, answer)
      void refresh(...refreshes)
    },
    onError: () => void queryClient.invalidateQueries({ queryKey: read.queryKey }),
    ...(!isQuiet && { meta: { toastsFailure: true } }),
  })
}
