import { query } from '../../api/query.ts'
import { refresh } from '../../api/query-client.ts'
import { instantLists } from '../../api/reads-of.ts'
import { call } from '../../lib/request.ts'

/** Every instant of the company, enabled first, last changed first. */
export const instantsQuery = query('GET /v1/instants/company/:companyId')

export const readInstant = (id: string, signal?: AbortSignal) =>
  call('GET /v1/instants/:id', { params: { id }, ...(signal && { signal }) })

/** One instant, read anew each time its form opens. */
export const instantQuery = (id: string) => ({
  ...query('GET /v1/instants/:id', { params: { id } }),
  staleTime: 0,
  gcTime: 0,
  refetchOnWindowFocus: false,
})

/** Invalidates every list that shows instants. */
export const reloadInstants = () => refresh(...instantLists)
