import type { AnswerOf } from '@parvis/domain/api'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { messageOf } from '../../../lib/api-error.ts'
import { call } from '../../../lib/call.ts'
import { useCompanyId } from '../../../lib/session.ts'
import { showToast } from '../../../ui/toast.tsx'

export type Hours = AnswerOf<'GET /v1/company/:id/hours'>
export type WeekLine = Hours['week'][number]
export type HourEntry = Hours['exceptions'][number]

/** The state is the server's, on its clock, read again each half-minute: the device's may be wrong (H-037). */
const hoursQuery = (companyId: string) =>
  queryOptions({
    queryKey: ['company', companyId, 'hours'],
    queryFn: ({ signal }) => call('GET /v1/company/:id/hours', { params: { id: companyId }, signal }),
    refetchInterval: 30_000,
  })

export function useHours() {
  return useQuery(hoursQuery(useCompanyId()))
}

/**
 * A change of hours: every call answers the whole object, which takes the place of the one shown. What is refused is said in a
 * toast, unless the form says it.
 */
export function useChangeHours({ isQuiet = false } = {}) {
  const queryClient = useQueryClient()
  const companyId = useCompanyId()
  return useMutation({
    mutationFn: (change: (params: { id: string }) => Promise<Hours>) => change({ id: companyId }),
    onSuccess: (hours) => {
      queryClient.setQueryData(hoursQuery(companyId).queryKey, hours)
      void queryClient.invalidateQueries({ queryKey: ['company', companyId], exact: true })
    },
    onError: (error) => {
      if (!isQuiet) showToast(messageOf(error), 'danger')
    },
  })
}
