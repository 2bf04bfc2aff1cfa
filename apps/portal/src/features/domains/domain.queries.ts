import type { AnswerOf } from '@parvis/domain/api'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/request.ts'
import { companyQuery, useCompanyId } from '../../lib/session.ts'

export type OwnDomain = AnswerOf<'GET /v1/company/:id/domain'>

/** Read again by the live events of the company: the server reads the proof by itself every ten minutes (W-128). */
export const domainQuery = (companyId: string) =>
  queryOptions({
    queryKey: ['company', companyId, 'domain'],
    queryFn: ({ signal }) => call('GET /v1/company/:id/domain', { params: { id: companyId }, signal }),
  })

/** Claim, check and release; each answers the whole domain, and the address of the page may have changed with it. */
export function useChangeDomain() {
  const companyId = useCompanyId()
  const queryClient = useQueryClient()
  const params = { id: companyId }
  const store = (domain: OwnDomain) => {
    queryClient.setQueryData(domainQuery(companyId).queryKey, domain)
    void queryClient.invalidateQueries({ queryKey: companyQuery(companyId).queryKey, exact: true })
    return domain
  }
  return {
    claim: async (domain: string) => store(await call('PUT /v1/company/:id/domain', { params, body: { domain } })),
    check: async () => store(await call('POST /v1/company/:id/domain/check', { params })),
    release: async () => store(await call('DELETE /v1/company/:id/domain', { params })),
  }
}
