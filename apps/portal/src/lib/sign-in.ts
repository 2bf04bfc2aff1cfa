import type { ProofChallenge } from '@parvis/domain/kernel/proof-of-work'
import { useSyncExternalStore } from 'react'
import { showToast } from '../ui/toast.tsx'
import { ApiError, messageOf } from './api-error.ts'
import { call } from './request.ts'
import { onStored, readStored, writeStored } from './storage.ts'
import type { FieldError } from './use-form.ts'

/** Whether a session token is stored; re-renders at sign-in and sign-out. */
export const useSignedIn = (): boolean => useSyncExternalStore(onStored, () => readStored('token') !== null)

/** Name and version by which this client identifies itself when a session or a business begins. */
export const thisDevice = { device_id: 'WEB_APP', app_version: 'x.0.17' }

/** Asks for a sign-in code by SMS; returns its lifetime and the wait before another one, in seconds. */
export async function askCode(phone: string) {
  const body = { phone, ...thisDevice }
  const options = { as: 'form', anonymous: true, headers: signInNonce(phone) } as const
  return withProof((proof) =>
    call('POST /v1/authentication/send-activation-code', { body: { ...body, ...(proof && { proof }) }, ...options }),
  )
}

/** Numbers tried between two turns of the event loop: some ten milliseconds on an old phone. */
const numbersAtOnce = 400

/** Sends a call; when the answer asks for a proof of work, computes it and sends the call once more with it. */
async function withProof<T>(send: (proof?: string) => Promise<T>): Promise<T> {
  try {
    return await send()
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'PROOF_NEEDED') throw error
    return await send(await solveChallenge(error.details.challenge as ProofChallenge))
  }
}

async function solveChallenge(challenge: ProofChallenge): Promise<string> {
  // Loaded here: a first visit waits for no hash that only a service under attack asks for.
  const { findProofNumber, writeProof } = await import('@parvis/domain/kernel/solve-proof')
  for (let from = 0; from <= challenge.maxnumber; from += numbersAtOnce) {
    const found = findProofNumber(challenge, from, from + numbersAtOnce - 1)
    if (found !== undefined) return writeProof(challenge, found)
    await new Promise((resolve) => setTimeout(resolve))
  }
  return ''
}

/** Exchanges the code for a session and stores its token. Rejects with the server's refusal. */
export async function openSession(phone: string, code: string): Promise<void> {
  const body = { phone, code, app_id: 'WEB_APP' }
  const headers = signInNonce(phone)
  const opening = call('POST /v1/authentication/start-session', { body, anonymous: true, headers })
  opening.catch((error) => {
    if (error instanceof ApiError && error.status === 0) unansweredCode = code
  })
  enterWith(await opening)
}

let unansweredCode = ''
/** Whether this code was sent and no answer came back: a session may have been opened by it, and it opens no other. */
export const mayBeUsed = (code: string): boolean => code === unansweredCode

/** Stores the token of a session that has just been opened, and says what else that did. */
export function enterWith({ token, deletionCancelled }: { token: string; deletionCancelled?: true | undefined }): void {
  writeStored('token', token)
  forgetSignInNonces()
  if (deletionCancelled) showToast('Vous êtes de retour\u00a0: votre compte ne sera pas effacé.')
}

/** Refusals of both calls: the phone is blocked, or was tried too often. */
export const signInStatuses = { 403: 'contact_provider', 429: 'too_many_attempts' } as const

/** The sentence of a feature for the status of an error; `otherwise` for any other status. */
export function failureOf<Key extends string>(
  texts: Readonly<Record<Key, string>>,
  error: unknown,
  byStatus: Readonly<Partial<Record<number, Key>>>,
  otherwise: Key,
): FieldError {
  const status = error instanceof ApiError ? error.status : 500
  // Network error: the server was not reached, so nothing is wrong with what was typed.
  if (status === 0) return { key: 'unreachable', text: messageOf(error) }
  const key = byStatus[status] ?? otherwise
  return { key, text: texts[key] }
}

/** Browser nonces by phone, in memory only: a typed phone is never stored in the browser. */
let nonces: Readonly<Record<string, string>> = {}

/**
 * The header with the browser nonce (ASVS 6.6.2): sent when a code is asked and again with the code, so that a code read over a
 * shoulder is useless elsewhere. Tabs share the nonce of the last request. After a reload the phone is asked again.
 */
export function signInNonce(phone: string): Record<string, string> {
  const nonce = nonces[phone] ?? crypto.randomUUID()
  keepNonce({ phone, nonce })
  channel?.postMessage({ phone, nonce })
  return { 'x-sign-in-nonce': nonce }
}

/** Forgets the nonces after signing in. @internal */
export function forgetSignInNonces(): void {
  nonces = {}
}

type Told = { phone: string; nonce: string }

const channel = typeof window === 'undefined' ? undefined : new BroadcastChannel('sign-in')
channel?.addEventListener('message', ({ data }: MessageEvent<Told>) => keepNonce(data))

function keepNonce({ phone, nonce }: Told): void {
  nonces = { ...nonces, [phone]: nonce }
}
