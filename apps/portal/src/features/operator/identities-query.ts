import type { AnswerOf } from '@parvis/domain/api'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'

export type Identity = AnswerOf<'GET /v1/operator/identities'>[number]

const pageLength = 50

/** Who waits for a decision, the oldest first, page after page. */
export const identitiesQuery = infiniteQueryOptions({
  queryKey: ['operator', 'identities'],
  queryFn: ({ pageParam, signal }) =>
    call('GET /v1/operator/identities', {
      query: { status: 'pending', ...(pageParam && { after: pageParam }) },
      signal,
    }),
  initialPageParam: '',
  getNextPageParam: (last) => (last.length < pageLength ? undefined : last.at(-1)?.companyId),
})
