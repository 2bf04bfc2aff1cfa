import type { BusinessType } from '@parvis/domain/kernel/business-type'
import type { Prefill } from '@parvis/domain/registration/prefill'
import { useQuery } from '@tanstack/react-query'
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
  const [stored] = useState(readTyped)
  const [isSignedIn] = useState(() => readStored('token') !== null)
  const session = useQuery({ ...sessionQuery, enabled: isSignedIn })
  const cities = useQuery({
    queryKey: ['cities'],
    queryFn: ({ signal }) => call('GET /v1/syntheticProAccount/cities', { signal, anonymous: true }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  // Only a known zip has to wait for the list; an empty form is there at once.
  const knownZip = stored.zip_code || session.data?.user.zip_code || prefill.person.zip_code
  if ((isSignedIn && session.isPending) || (knownZip && cities.isPending)) return <PageLoader />
  const initial = firstAccountValues([stored, session.data?.user ?? {}], prefill, cities.data ?? noCity)
  return (
    <AccountStep
      type={type}
      initial={initial}
      prefill={prefill}
      cities={cities.data ?? noCity}
      onRegistered={onRegistered}
    />
  )
}

function readTyped(): Partial<AccountValues> {
  const user = readJsonSlice<Partial<AccountValues>>('user')
  const siren = readBusinessDraft()?.values.siren
  return { ...(user.status === 'succeeded' && user.value), ...(typeof siren === 'string' && { siren }) }
}
