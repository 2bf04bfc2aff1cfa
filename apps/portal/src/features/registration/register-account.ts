import type { BusinessType } from '@parvis/domain/kernel/business-type'
import { normalisePhone } from '@parvis/domain/kernel/phone'
import { readRegistryNumber } from '@parvis/domain/kernel/registry-number'
import type { QueryClient } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { legalQuery, ownershipQuery, sessionQuery } from '../../lib/session.ts'
import { askCode, openSession, thisDevice } from '../../lib/sign-in.ts'
import { readJsonSlice, removeStored, writeStored, writeStoredJson } from '../../lib/storage.ts'
import type { FieldError } from '../../lib/use-form.ts'
import { accountSessionFailure, profileFailure, registrationFailure } from './account-failures.ts'
import { type AccountValues, personOf } from './account-values.ts'

/** What the calls after the code ended with. */
type Outcome =
  | { kind: 'registered' }
  /** The person already owns a business, finished or not (AMB-26, AMB-27). */
  | { kind: 'owner'; isComplete: boolean }
  | { kind: 'failed'; failure: FieldError }

/** Asks for a code by SMS; gives how long it lasts and how long to wait before another, in seconds. */
export const sendCode = (phone: string) => askCode(normalisePhone(phone) ?? phone)

/** The code against a session. The code is kept until then, not after (AMB-39). */
export async function signInWithCode(phone: string, code: string): Promise<FieldError | undefined> {
  writeStored('confirmationCode', code)
  try {
    await openSession(normalisePhone(phone) ?? phone, code)
    return undefined
  } catch (error) {
    return accountSessionFailure(error)
  } finally {
    removeStored('confirmationCode')
  }
}

type Registration = {
  values: AccountValues
  type: BusinessType
  originalProspectEmail: string | undefined
}

/** Profile, ownership, registration, in that order. */
export async function registerAccount(queryClient: QueryClient, registration: Registration): Promise<Outcome> {
  const failure = await saveProfile(registration.values)
  if (failure) return { kind: 'failed', failure }
  void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey })
  try {
    const [owned] = await queryClient.fetchQuery({ ...ownershipQuery, staleTime: 0 })
    if (owned) return { kind: 'owner', isComplete: owned.category !== null }
    const companyId = await registerBusiness(registration)
    await acceptTerms(queryClient, companyId)
  } catch (error) {
    return { kind: 'failed', failure: registrationFailure(error) }
  }
  await queryClient.invalidateQueries({ queryKey: ownershipQuery.queryKey })
  writeStored('step', '2')
  return { kind: 'registered' }
}

async function saveProfile(values: AccountValues): Promise<FieldError | undefined> {
  const person = personOf(values)
  const phone = normalisePhone(person.phone_number) ?? person.phone_number
  const body = { ...person, phone_number: phone, gender: '', app_id: 'WEB_APP' }
  try {
    const { id } = await call('POST /v1/profile/update', { body })
    const kept = readJsonSlice<object>('user')
    writeStoredJson('user', { ...(kept.status === 'succeeded' && kept.value), ...person, id })
    return undefined
  } catch (error) {
    return profileFailure(error)
  }
}

async function registerBusiness({ values, type, originalProspectEmail }: Registration): Promise<string> {
  const siren = readRegistryNumber(values.siren)?.code ?? values.siren
  const body = {
    type,
    siren,
    membership: 'freemium',
    ...thisDevice,
    ...(originalProspectEmail && { originalProspectEmail }),
  }
  return call('POST /v1/company/subscription', { body, as: 'multipart' })
}

/** Records the version that the sentence of step 1 named (U-102). Refused or lost, the banner of every page asks again (U-103). */
async function acceptTerms(queryClient: QueryClient, companyId: string): Promise<void> {
  const terms = queryClient.getQueryData(legalQuery.queryKey)?.current.terms
  if (!terms) return
  const body = { kind: 'terms', version: terms.version, companyId } as const
  await call('POST /v1/legal/acceptances', { body }).catch(() => undefined)
}
