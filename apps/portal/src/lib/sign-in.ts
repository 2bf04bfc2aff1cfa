import type { ProofChallenge } from '@parvis/domain/kernel/proof-of-work'
import { findProofNumber, writeProof } from '@parvis/domain/kernel/solve-proof'
import { ApiError, messageOf } from './api-error.ts'
import { call } from './request.ts'
import { writeStored } from './storage.ts'
import type { FieldError } from './use-form.ts'

/** What this app says of itself where a session or a business begins. */
export const thisDevice = { device_id: 'WEB_APP', app_version: 'x.0.17' }

/** Asks for a code by SMS; gives how long it lasts and how long to wait before another, in seconds. */
export async function askCode(phone: string) {
  const body = { phone, ...thisDevice }
  const options = { as: 'form', anonymous: true, headers: signInNonce(phone) } as const
  return withProof((proof) =>
    call('POST /v1/authentication/send-activation-code', { body: { ...body, ...(proof && { proof }) }, ...options }),
  )
}

/** Some ten milliseconds of an old phone: the page stays alive between two. */
const numbersAtOnce = 400

/** Sends; where the answer asks for a proof of work, does it and sends once more with it (W-099). */
async function withProof<T>(send: (proof?: string) => Promise<T>): Promise<T> {
  try {
    return await send()
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'PROOF_NEEDED') throw error
    return await send(await solveChallenge(error.details.challenge as ProofChallenge))
  }
}

async function solveChallenge(challenge: ProofChallenge): Promise<string> {
  for (let from = 0; from <= challenge.maxnumber; from += numbersAtOnce) {
    const found = findProofNumber(challenge, from, from + numbersAtOnce - 1)
    if (found !== undefined) return writeProof(challenge, found)
    await new Promise((resolve) => setTimeout(resolve))
  }
  return ''
}

/** The code against a session, which this browser keeps. Rejects with the refusal of the server. */
export async function openSession(phone: string, code: string): Promise<void> {
  const body = { phone, code, app_id: 'WEB_APP' }
  const headers = signInNonce(phone)
  const { token } = await call('POST /v1/authentication/start-session', { body, anonymous: true, headers })
  writeStored('token', token)
  forgetSignInNonces()
}

/** What both calls may answer whoever asks: the phone is blocked, or was tried too often. */
export const signInStatuses = { 403: 'contact_provider', 429: 'too_many_attempts' } as const

/** The sentence of a feature for the status that was answered, `otherwise` for any other. */
export function failureOf<Key extends string>(
  texts: Readonly<Record<Key, string>>,
  error: unknown,
  byStatus: Readonly<Partial<Record<number, Key>>>,
  otherwise: Key,
): FieldError {
  const status = error instanceof ApiError ? error.status : 500
  // The server was never reached: nothing is wrong with what was typed.
  if (status === 0) return { key: 'unreachable', text: messageOf(error) }
  const key = byStatus[status] ?? otherwise
  return { key, text: texts[key] }
}

/** In memory alone: a phone typed here leaves nothing in the browser, signed in or not. */
let nonces: Readonly<Record<string, string>> = {}

/**
 * The header by which this browser says, asking for a code and giving it, that it is the same: a code read over a
 * shoulder opens nothing elsewhere (ASVS 6.6.2). Whichever tab asked last for a phone, the others know. A page that is
 * loaded again asks for the phone again too.
 * @internal
 */
export function signInNonce(phone: string): Record<string, string> {
  const nonce = nonces[phone] ?? crypto.randomUUID()
  keepNonce({ phone, nonce })
  channel?.postMessage({ phone, nonce })
  return { 'x-sign-in-nonce': nonce }
}

/** Signed in: nothing of it is kept. @internal */
export function forgetSignInNonces(): void {
  nonces = {}
}

type Told = { phone: string; nonce: string }

const channel = typeof window === 'undefined' ? undefined : new BroadcastChannel('sign-in')
channel?.addEventListener('message', ({ data }: MessageEvent<Told>) => keepNonce(data))

function keepNonce({ phone, nonce }: Told): void {
  nonces = { ...nonces, [phone]: nonce }
}
