import type { InstantKind } from '@parvis/domain/instants/kind'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { deviceKey } from '../../../api/query.ts'
import { readInstant } from '../instants.queries.ts'
import { fetchPicture } from './fetch-picture.ts'
import { duplicateOf, type InstantValues, instantValuesOf } from './instant-values.ts'

const copyQuery = (id: string, kind: InstantKind) =>
  queryOptions({
    queryKey: deviceKey('copied-instant', id, kind),
    queryFn: async ({ signal }): Promise<InstantValues> => {
      const instant = await readInstant(id, signal)
      const { pictureUrl } = instant.instantInformation
      const picture = pictureUrl ? await fetchPicture(pictureUrl) : undefined
      return duplicateOf(instantValuesOf(instant, kind, ''), picture ?? null)
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

/** The values of the instant that is duplicated, when one is. */
export function useCopy(id: string | undefined, kind: InstantKind) {
  const query = useQuery({ ...copyQuery(id ?? '', kind), enabled: id !== undefined })
  return {
    values: query.data,
    error: query.error,
    isLoading: id !== undefined && query.isPending,
    retry: () => void query.refetch(),
  }
}
