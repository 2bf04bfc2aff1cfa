import type { AnswerOf } from '@parvis/domain/api'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'

export type OpenSession = AnswerOf<'GET /v1/authentication/sessions'>[number]

export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) => call('GET /v1/authentication/sessions', { signal }),
})

/** Signs those devices out, one call each. */
export function useEndSessions() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (ids: readonly number[]) => {
      for (const id of ids) await call('DELETE /v1/authentication/sessions/:id', { params: { id: String(id) } })
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  })
}
