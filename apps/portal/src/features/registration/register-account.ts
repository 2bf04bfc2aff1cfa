import { codeFault } from '@parvis/domain/access/sign-in'
import type { BusinessType } from '@parvis/domain/kernel/business-type'
import { normalisePhone } from '@parvis/domain/kernel/phone'
import { readRegistryNumber } from '@parvis/domain/kernel/registry-number'
import { serverErrorText } from '@parvis/domain/kernel/server-error-text.fr'
import { registrationFieldTexts } from '@parvis/domain/registration/registration.refusals.fr'
import { queryClient, refresh } from '../../api/query-client.ts'
import { call } from '../../lib/request.ts'
import { type ProofAsked, proofAsked } from '../../lib/second-proof.ts'
import { legalQuery, ownershipQuery } from '../../lib/session.ts'
import { failureOf, openSession, signInStatuses, thisDevice } from '../../lib/sign-in.ts'
import { readJsonSlice, removeStored, writeStored, writeStoredJson } from '../../lib/storage.ts'
import type { FieldError } from '../../lib/use-form.ts'
import { type AccountValues, personOf } from './account-values.ts'
import { asksForAnother } from './use-wizard-step.ts'

/** What the calls after the code ended with. */
type Outcome =
  | { kind: 'registered' }
  /** The person already owns a business, finished or not. */
  | { kind: 'owner'; isComplete: boolean }
  | { kind: 'failed'; failure: FieldError }

/** The code against a session. The code is kept until then, not after. */
export async function signInWithCode(phone: string, code: string): Promise<FieldError | ProofAsked | undefined> {
  writeStored('confirmationCode', code)
  try {
    await openSession(normalisePhone(phone) ?? phone, code)
    return undefined
  } catch (error) {
    return proofAsked(error) ?? accountSessionFailure(error)
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
export async function registerAccount(registration: Registration): Promise<Outcome> {
  const failure = await saveProfile(registration.values)
  if (failure) return { kind: 'failed', failure }
  void refresh('GET /v1/authentication/session')
  try {
    const all = await queryClient.fetchQuery({ ...ownershipQuery, staleTime: 0 })
    const owned = all.find(({ role }) => role === 'owner')
    if (owned && !asksForAnother()) return { kind: 'owner', isComplete: owned.category !== null }
    await acceptTerms(await registerBusiness(registration))
  } catch (error) {
    return { kind: 'failed', failure: registrationFailure(error) }
  }
  await refresh('GET /v1/company/ownership')
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
    ...(asksForAnother() && { another: true }),
  }
  return call('POST /v1/company/subscription', { body, as: 'multipart' })
}

/** Records the version that the sentence of step 1 named. Refused or lost, the banner of every page asks again. */
async function acceptTerms(companyId: string): Promise<void> {
  const terms = queryClient.getQueryData(legalQuery.queryKey)?.current.terms
  if (!terms) return
  const body = { kind: 'terms', version: terms.version, companyId } as const
  await call('POST /v1/legal/acceptances', { body }).catch(() => undefined)
}

// Quoted texts are kept letter for letter, misspellings included.
const texts = {
  phone_invalid: 'Merci de vérifier votre numéro de téléphone',
  server_error: serverErrorText,
  contact_provider: 'Votre accès est bloqué, merci de contacter notre équipe',
  too_many_attempts: 'Trop de tentatives, merci de contacter l’équipe',
  code_wrong: 'Merci de saisir un code valide',
  reload_page: 'Une erreur est survenue, merci de recharger la page',
  registration_error: 'Une erreur est survenue, merci de vérifier vos donner et rééssayer',
  code_used: 'Ce numéro RNA ou SIREN/SIRET est déjà utilisé',
  code_refused: 'Numéro RNA ou SIRET invalide',
} as const

/** Sending the code. */
export const accountCodeFailure = (error: unknown) =>
  failureOf(texts, error, { ...signInStatuses, 400: 'phone_invalid' }, 'server_error')

/**
 * Confirming the code.
 * @internal
 */
export const accountSessionFailure = (error: unknown) => failureOf(texts, error, signInStatuses, 'code_wrong')

/**
 * Saving the person.
 * @internal
 */
export const profileFailure = (error: unknown) =>
  failureOf(texts, error, { 422: 'phone_invalid', 429: 'too_many_attempts' }, 'server_error')

/**
 * Registering the business: after a 409 the page reloads.
 * @internal
 */
export const registrationFailure = (error: unknown) =>
  failureOf(texts, error, { 409: 'reload_page' }, 'registration_error')

/** Looking the number up. */
export const lookupFailure = (error: unknown) =>
  failureOf(texts, error, { 409: 'code_used', 400: 'code_refused', 429: 'too_many_attempts' }, 'server_error')

/** The empty code and the wrong length are told before any call. */
export function checkAccountCode(code: string): FieldError | undefined {
  const fault = codeFault(code)
  if (!fault) return undefined
  const key = `code_${fault}_error` as const
  return { key, text: registrationFieldTexts[key] }
}
