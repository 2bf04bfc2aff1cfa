import type { BusinessType } from '@parvis/domain/kernel/business-type'
import type { Prefill } from '@parvis/domain/registration/prefill'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { readBusinessDraft } from '../../lib/business-draft.ts'
import { call } from '../../lib/call.ts'
import { sessionQuery } from '../../lib/session.ts'
import { readJsonSlice, readStored } from '../../lib/storage.ts'
import { PageLoader } from '../../ui/page-loader.tsx'
import { AccountStep } from './account-step.tsx'
import { type AccountValues, type City, firstAccountValues } from './account-values.ts'

type AccountEntryProps = { type: BusinessType; prefill: Prefill; onRegistered: () => void }

const noCity: readonly City[] = []

/** Step 1 with what is already known of the person: typed before, saved, or said by the link (AMB-13, AMB-25). */
export function AccountEntry({ type, prefill, onRegistered }: AccountEntryProps) {
  const { known, isPending } = useKnownPerson()
  const { data: cities = noCity, isPending: areCitiesPending } = useQuery(citiesQuery)
  // Only a known zip has to wait for the list; an empty form is there at once.
  const hasZip = [...known, prefill.person].some(({ zip_code }) => zip_code)
  if (isPending || (hasZip && areCitiesPending)) return <PageLoader />
  const initial = firstAccountValues(known, prefill, cities)
  return <AccountStep type={type} initial={initial} prefill={prefill} cities={cities} onRegistered={onRegistered} />
}

const citiesQuery = queryOptions({
  queryKey: ['cities'],
  queryFn: ({ signal }) => call('GET /v1/syntheticProAccount/cities', { signal, anonymous: true }),
  staleTime: Number.POSITIVE_INFINITY,
})

/** What was typed here, then what the server keeps of who is signed in. */
function useKnownPerson() {
  const [typed] = useState(readTyped)
  const [isSignedIn] = useState(() => readStored('token') !== null)
  const session = useQuery({ ...sessionQuery, enabled: isSignedIn })
  return { known: [typed, session.data?.user ?? {}], isPending: isSignedIn && session.isPending }
}

function readTyped(): Partial<AccountValues> {
  const user = readJsonSlice<Partial<AccountValues>>('user')
  const siren = readBusinessDraft()?.values.siren
  return { ...(user.status === 'succeeded' && user.value), ...(typeof siren === 'string' && { siren }) }
}
