import type { AnswerOf } from '@parvis/domain/api'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'

export type Identity = AnswerOf<'GET /v1/operator/identities'>[number]

export const identitiesQuery = queryOptions({
  queryKey: ['operator', 'identities'],
  queryFn: ({ signal }) => call('GET /v1/operator/identities', { query: { status: 'pending' }, signal }),
})
