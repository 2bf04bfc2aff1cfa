import type { AnswerOf } from '@parvis/domain/api'
import { query } from '../../api/query.ts'
import { queryClient, refresh } from '../../api/query-client.ts'
import { call } from '../../lib/request.ts'
import { useCompanyId } from '../../lib/session.ts'

export type OwnDomain = AnswerOf<'GET /v1/company/:id/domain'>

/** Read again by the live events of the company: the server reads the proof by itself every ten minutes. */
export const domainQuery = (companyId: string) => query('GET /v1/company/:id/domain', { params: { id: companyId } })

/** Claim, check and release; each answers the whole domain, and the address of the page may have changed with it. */
export function useChangeDomain() {
  const companyId = useCompanyId()
  const params = { id: companyId }
  const store = (domain: OwnDomain) => {
    queryClient.setQueryData(domainQuery(companyId).queryKey, domain)
    void refresh('GET /v1/company/settings/:companyId')
    return domain
  }
  return {
    claim: async (domain: string) => store(await call('PUT /v1/company/:id/domain', { params, body: { domain } })),
    check: async () => store(await call('POST /v1/company/:id/domain/check', { params })),
    release: async () => store(await call('DELETE /v1/company/:id/domain', { params })),
  }
}
