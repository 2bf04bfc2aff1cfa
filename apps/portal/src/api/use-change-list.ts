import { type QueryKey, useMutation } from '@tanstack/react-query'
import { useCompanyId } from '../lib/session.ts'
import { queryClient } from './query-client.ts'

/**
 * A change of a list of the company: every call answers the whole list, which takes the place of the one shown. After a failure it is read
 * again: the change may have been made, and its answer lost.
 */
export function useChangeList<List>(listOf: (companyId: string) => { queryKey: QueryKey }) {
  const companyId = useCompanyId()
  return useMutation({
    mutationFn: (change: (companyId: string) => Promise<List>) => change(companyId),
    onSuccess: (list) => queryClient.setQueryData<List>(listOf(companyId).queryKey, list),
    onError: () => queryClient.invalidateQueries({ queryKey: listOf(companyId).queryKey }),
  })
}
