import type { AnswerOf } from '@parvis/domain/api'
import { useMutation } from '@tanstack/react-query'
import { query } from '../../api/query.ts'
import { queryClient } from '../../api/query-client.ts'
import { call } from '../../lib/request.ts'
import { useCompanyId } from '../../lib/session.ts'

export type OwnCode = AnswerOf<'GET /v1/company/:id/codes'>[number]

export const codesQuery = (companyId: string) => query('GET /v1/company/:id/codes', { params: { id: companyId } })

/** What a code may lead to, and what the poster of an instant shows. */
export const ownInstantsQuery = (companyId: string) =>
  query('GET /v1/instants/company/:companyId', { params: { companyId } })

/** Every change answers the whole list, which is shown at once. */
export function useChangeCodes() {
  const companyId = useCompanyId()
  const store = (codes: OwnCode[]) => queryClient.setQueryData(codesQuery(companyId).queryKey, codes)
  const add = async (code: { label: string; instantId?: number }) => {
    const codes = await call('POST /v1/company/:id/codes', { params: { id: companyId }, body: code })
    store(codes)
    return codes
  }
  const update = useMutation({
    mutationFn: ({ code, ...body }: { code: string; label?: string; active?: boolean }) =>
      call('PUT /v1/company/:id/codes/:code', { params: { id: companyId, code }, body }),
    onSuccess: store,
  })
  return { add, update }
}
