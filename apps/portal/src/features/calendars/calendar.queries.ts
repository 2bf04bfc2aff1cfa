import type { AnswerOf } from '@parvis/domain/api'
import { query } from '../../api/query.ts'
import { queryClient, refresh } from '../../api/query-client.ts'
import { instantLists } from '../../api/reads-of.ts'
import { call } from '../../lib/request.ts'
import { useCompanyId } from '../../lib/session.ts'

type Answer = AnswerOf<'GET /v1/company/:id/calendar'>
export type Followed = NonNullable<Answer['calendar']>
type Written = { url: string; categoryId: string; publish?: boolean }

export const calendarQuery = (companyId: string) => query('GET /v1/company/:id/calendar', { params: { id: companyId } })

/** The calls that change what the business follows; each answers how it stands then. */
export function useChangeCalendar() {
  const companyId = useCompanyId()
  const params = { id: companyId }
  const store = (answer: Answer) => {
    queryClient.setQueryData(calendarQuery(companyId).queryKey, answer)
    void refresh(...instantLists)
  }
  return {
    follow: async (body: Written) => store(await call('PUT /v1/company/:id/calendar', { params, body })),
    read: async (accept?: true) =>
      store(await call('POST /v1/company/:id/calendar/read', { params, body: accept ? { accept } : {} })),
    stop: async () => store(await call('DELETE /v1/company/:id/calendar', { params })),
  }
}
