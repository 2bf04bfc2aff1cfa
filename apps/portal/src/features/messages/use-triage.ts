import type { Triage } from '@parvis/domain/messages/triage'
import { useIsMutating, useMutation } from '@tanstack/react-query'
import { cacheKey, query } from '../../api/query.ts'
import { queryClient } from '../../api/query-client.ts'
import { conversationReads } from '../../api/reads-of.ts'
import { call } from '../../lib/request.ts'

/** How many conversations each filter shows; read again with the conversations. */
export const inboxCountsQuery = query('GET /v1/company/:id/inbox-counts')

const batchSize = 100
const mutationKey = ['triage']

/** Whether a triage is under way. */
export const useIsTriaging = () => useIsMutating({ mutationKey }) > 0

/**
 * Sets the triage of conversations, a hundred per call. To read messages marks them read: reads under way are cancelled, and none
 * begins meanwhile, so that « non lu » stays.
 */
export function useTriage() {
  return useMutation({
    mutationKey,
    mutationFn: async ({ ids, state }: { ids: readonly string[]; state: Triage | 'unread' }) => {
      for (const one of ids) {
        await queryClient.cancelQueries({
          queryKey: cacheKey('GET /v1/discussions/:id/messages', { params: { id: one } }),
        })
      }
      for (let at = 0; at < ids.length; at += batchSize) {
        const body = { ids: ids.slice(at, at + batchSize), state }
        await call('POST /v1/company/:id/triage', { body })
      }
    },
    meta: { toastsFailure: true, refreshes: conversationReads },
  })
}
