import { readStoredStep, type WizardStep, wizardStep } from '@parvis/domain/registration/wizard-step'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { refresh } from '../../api/query-client.ts'
import { type Company, companyQuery, ownershipQuery } from '../../lib/session.ts'
import { onSessionEnd } from '../../lib/session-end.ts'
import { readSlice, readStored, storedKeys, writeStored } from '../../lib/storage.ts'

export type WizardState =
  | { status: 'loading'; step: WizardStep }
  | { status: 'failed'; step: WizardStep; error: unknown; retry: () => void }
  | { status: 'ready'; step: 1 }
  | { status: 'ready'; step: 2 | 3; company: Company }

/** The step to show: what the server knows wins over what the browser kept. */
export function useWizardStep() {
  const navigate = useNavigate()
  const [isSignedIn, setSignedIn] = useState(readStoredState)
  const ownership = useQuery({ ...ownershipQuery, enabled: isSignedIn })
  const companyId = ownership.data?.[0]?.companyId
  const company = useQuery({ ...companyQuery(companyId ?? ''), enabled: isSignedIn && companyId !== undefined })
  const retry = () => void (companyId ? company.refetch() : ownership.refetch())
  const state = stateOf({ isSignedIn, owned: ownership.data, company: company.data })
  const error = ownership.error ?? company.error

  useEffect(() => {
    if (state.status === 'ready') writeStored('step', String(state.step))
  }, [state.status, state.step])

  const isBeyondAccount = isSignedIn && companyId !== undefined
  useEffect(
    () =>
      onSessionEnd(() => {
        setSignedIn(false)
        // What was typed in step 2 waits behind the sign-in page.
        if (isBeyondAccount) void navigate({ to: '/login', replace: true, ignoreBlocker: true })
      }),
    [isBeyondAccount, navigate],
  )

  const readAgain = async () => {
    setSignedIn(true)
    await refresh('GET /v1/company/ownership')
    await refresh('GET /v1/company/settings/:companyId')
  }
  const shown: WizardState = state.status === 'loading' && error ? { ...state, status: 'failed', error, retry } : state
  return { state: shown, readAgain }
}

type Known = { isSignedIn: boolean; owned: readonly unknown[] | undefined; company: Company | undefined }

function stateOf({ isSignedIn, owned, company }: Known): WizardState {
  if (!isSignedIn || owned?.length === 0) return { status: 'ready', step: 1 }
  if (!company) return { status: 'loading', step: readStoredStep(readStored('step')) ?? 1 }
  return { status: 'ready', step: wizardStep(company) === 3 ? 3 : 2, company }
}

/** Reads every key once, so that missing ones are recorded under their code. */
function readStoredState(): boolean {
  for (const key of storedKeys) readSlice(key)
  return readStored('token') !== null
}
