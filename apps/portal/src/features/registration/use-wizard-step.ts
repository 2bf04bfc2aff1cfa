import { readStoredStep, type WizardStep, wizardStep } from '@parvis/domain/registration/wizard-step'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { refresh } from '../../api/query-client.ts'
import { establishment } from '../../lib/establishment.ts'
import { navigate } from '../../lib/history.ts'
import { type Company, companyQuery, type OwnedCompany, ownershipQuery } from '../../lib/session.ts'
import { onSessionEnd } from '../../lib/session-end.ts'
import { readSlice, readStored, storedKeys, writeStored } from '../../lib/storage.ts'
import { useQueryText } from '../../lib/use-query-text.ts'

export type WizardState =
  | { status: 'loading'; step: WizardStep }
  | { status: 'failed'; step: WizardStep; error: unknown; retry: () => void }
  | { status: 'ready'; step: 1 }
  | { status: 'ready'; step: 2 | 3; company: Company }

/** The step to show: what the server knows wins over what the browser kept. */
export function useWizardStep() {
  const [isSignedIn, setSignedIn] = useState(readStoredState)
  const { ownership, companyId } = useCompanyToRegister(isSignedIn)
  const company = useQuery({ ...companyQuery(companyId ?? ''), enabled: isSignedIn && companyId !== undefined })
  const retry = () => void (companyId ? company.refetch() : ownership.refetch())
  const isFirstStep = !isSignedIn || (ownership.data !== undefined && companyId === undefined)
  const state = stateOf(isFirstStep, company.data)
  const error = ownership.error ?? company.error

  useEffect(() => {
    if (state.status === 'ready') writeStored('step', String(state.step))
    if (companyId) establishment.choose(companyId)
  }, [state.status, state.step, companyId])

  const isBeyondAccount = isSignedIn && companyId !== undefined
  useEffect(
    () =>
      onSessionEnd(() => {
        setSignedIn(false)
        // What was typed in step 2 waits behind the sign-in page.
        if (isBeyondAccount) navigate({ to: '/login', replace: true, ignoreBlocker: true })
      }),
    [isBeyondAccount],
  )

  const readAgain = async () => {
    setSignedIn(true)
    if (asksForAnother()) navigate({ to: '.', search: {}, replace: true, ignoreBlocker: true })
    await refresh('GET /v1/company/ownership')
    await refresh('GET /v1/company/settings/:companyId')
  }
  const shown: WizardState = state.status === 'loading' && error ? { ...state, status: 'failed', error, retry } : state
  return { state: shown, readAgain }
}

/** Whether the address is that of « Ajouter un établissement ». */
export const asksForAnother = () => new URLSearchParams(window.location.search).has('autre')

function useCompanyToRegister(isSignedIn: boolean) {
  const ownership = useQuery({ ...ownershipQuery, enabled: isSignedIn })
  const isAnother = useQueryText('autre') !== undefined
  return { ownership, companyId: ownership.data && companyToRegister(ownership.data, isAnother)?.companyId }
}

/** The unfinished one, else the one of this tab, of those that the person owns; `isAnother`: one more is to be registered. */
function companyToRegister(all: readonly OwnedCompany[], isAnother: boolean): OwnedCompany | undefined {
  const owned = all.filter(({ role }) => role === 'owner')
  const current = owned.find(({ companyId }) => companyId === establishment.current()) ?? owned[0]
  return owned.find(({ category }) => !category) ?? (isAnother ? undefined : current)
}

function stateOf(isFirstStep: boolean, company: Company | undefined): WizardState {
  if (isFirstStep) return { status: 'ready', step: 1 }
  if (!company) return { status: 'loading', step: readStoredStep(readStored('step')) ?? 1 }
  return { status: 'ready', step: wizardStep(company) === 3 ? 3 : 2, company }
}

/** Reads every key once, so that missing ones are recorded under their code. */
function readStoredState(): boolean {
  for (const key of storedKeys) readSlice(key)
  return readStored('token') !== null
}
