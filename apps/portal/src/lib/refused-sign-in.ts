import { call } from './request.ts'
import type { ProofAsked } from './second-proof.ts'
import { enterWith } from './sign-in.ts'

/** Sends a code to the address on file. */
export const mailCodeOfTicket = ({ ticket }: ProofAsked) =>
  call('POST /v1/authentication/second-proof/send', { body: { ticket }, anonymous: true })

/** Opens the session that was refused and stores its token: by the code of the mail, or without one by a passkey. */
export async function openRefused({ ticket }: ProofAsked, code?: string): Promise<void> {
  if (code === undefined) return await (await import('./passkeys.ts')).openByPasskey()
  const body = { ticket, code }
  enterWith(await call('POST /v1/authentication/second-proof', { body, anonymous: true }))
}

/** Begins a new account with a number that somebody else had before. */
export async function beginWithNumber({ ticket }: ProofAsked): Promise<void> {
  enterWith(await call('POST /v1/authentication/new-number', { body: { ticket }, anonymous: true }))
}
