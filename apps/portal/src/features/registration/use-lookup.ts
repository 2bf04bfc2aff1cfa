import { isCompleteRegistryNumber } from '@parvis/domain/kernel/registry-number'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { removeStored, writeStoredJson } from '../../lib/storage.ts'
import type { FieldError } from '../../lib/use-form.ts'
import { lookupFailure } from './account-failures.ts'

/** What the registry says of the number typed, once it is complete. */
export function useLookup(siren: string) {
  const code = siren.replace(/\s/g, '')
  const isComplete = isCompleteRegistryNumber(code)
  const { data, error, isFetching } = useQuery({
    queryKey: ['registry', code],
    queryFn: ({ signal }) => lookUp(code, signal),
    enabled: isComplete,
    retry: false,
    // A number may have been registered in the meantime.
    staleTime: 60_000,
  })
  const failure: FieldError | undefined = isComplete && error ? lookupFailure(error) : undefined
  return { found: isComplete && data?.name ? data : undefined, isLoading: isFetching, failure }
}

export type Lookup = ReturnType<typeof useLookup>

/** Used or malformed numbers go no further; a silent registry stops nobody (AMB-19). */
export function blocksRegistration({ failure }: Lookup): boolean {
  return failure?.key === 'code_used' || failure?.key === 'code_refused'
}

async function lookUp(siren: string, signal: AbortSignal) {
  const found = await call('GET /v1/company/siren', { query: { siren }, anonymous: true, signal })
  // Kept for step 2; a number that nobody knows leaves nothing of the one before.
  if (found.name) writeStoredJson('businessByCode', found)
  else removeStored('businessByCode')
  return found
}
