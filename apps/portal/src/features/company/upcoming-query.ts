import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'

/** The next occurrence of each instant within three weeks (P-013). */
export const upcomingQuery = (companyId: string) =>
  queryOptions({
    queryKey: ['instants', companyId, 'upcoming'],
    queryFn: ({ signal }) =>
      call('GET /v1/instants/company/:companyId/upcoming', { params: { companyId }, query: {}, signal }),
  })
