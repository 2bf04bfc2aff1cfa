import { z } from 'zod'
import type { Contract } from '../kernel/contract.ts'
import { optionalText, pathId, typedPhone } from '../kernel/fields.ts'
import { accessContract } from './access.contract.ts'

const started = accessContract.startSession.answer
const sent = z.object({ email: z.string(), expiresIn: z.number(), retryAfter: z.number() })
const ticket = { ticket: optionalText() }
/** PublicKeyCredentialRequestOptionsJSON and PublicKeyCredentialCreationOptionsJSON (WebAuthn level 3). */
const options = z.looseObject({ challenge: z.string() })
/** AuthenticationResponseJSON or RegistrationResponseJSON, judged by the use case: PASSKEY_INVALID, whatever it is. */
const response = z.unknown().optional()
const passkeys = z.array(
  z.object({ id: z.number(), label: z.string(), createdAt: z.string(), lastUsedAt: z.string().nullable() }),
)

/** Passkeys and codes by e-mail: what proves beside the SMS (docs/spec/team.md C). */
export const secondProofContract = {
  sendProofOfTicket: {
    summary: 'Sends a code by e-mail to the address of the account whose sign-in was refused.',
    call: 'POST /v1/authentication/second-proof/send',
    access: 'public',
    body: z.object(ticket),
    answer: sent,
    refusals: ['SECOND_PROOF_INVALID', 'NO_ADDRESS', 'EMAIL_UNAVAILABLE'],
  },
  proveTicket: {
    summary: 'Opens the session that was refused, with that code.',
    call: 'POST /v1/authentication/second-proof',
    access: 'public',
    body: z.object({ ...ticket, code: optionalText() }),
    answer: started,
    refusals: ['SECOND_PROOF_INVALID', 'CODE_REQUIRED', 'CODE_FORMAT', 'CODE_INVALID', 'PHONE_BLOCKED'],
  },
  takeNumber: {
    summary: 'Begins a new account with a number that was given to somebody else; the former one is not opened.',
    call: 'POST /v1/authentication/new-number',
    access: 'public',
    body: z.object(ticket),
    answer: z.object({ token: z.string(), registration: z.boolean() }),
    refusals: ['SECOND_PROOF_INVALID', 'PHONE_BLOCKED'],
  },
  passkeyOptions: {
    summary: 'A challenge of five minutes for a passkey: to sign in, or to prove once more in a session.',
    call: 'POST /v1/authentication/passkey-options',
    access: 'public',
    answer: options,
    refusals: ['NOT_FOUND'],
  },
  passkeySession: {
    summary: 'Opens a session by a passkey, without SMS.',
    call: 'POST /v1/authentication/passkey-session',
    access: 'public',
    body: z.object({ response, app_id: optionalText() }),
    answer: started,
    refusals: ['PASSKEY_INVALID', 'PHONE_BLOCKED'],
  },
  sendProof: {
    summary: 'Sends the caller a code by e-mail, for a second proof of this session.',
    call: 'POST /v1/account/second-proof/send',
    access: 'session',
    answer: sent,
    refusals: ['NO_ADDRESS', 'EMAIL_UNAVAILABLE'],
  },
  proveSession: {
    summary: 'A second proof of this session for fifteen minutes, by that code or one’s own passkey.',
    call: 'POST /v1/account/second-proof',
    access: 'session',
    body: z.object({ code: optionalText(), response }),
    answer: z.object({ provedUntil: z.string() }),
    refusals: ['CODE_REQUIRED', 'CODE_FORMAT', 'CODE_INVALID', 'PASSKEY_INVALID'],
  },
  listPasskeys: {
    summary: 'The caller’s passkeys.',
    call: 'GET /v1/account/passkeys',
    access: 'session',
    answer: passkeys,
  },
  passkeyCreationOptions: {
    summary: 'What a browser makes a passkey with; asks a second proof.',
    call: 'POST /v1/account/passkeys/options',
    access: 'session',
    answer: options,
    refusals: ['NOT_FOUND', 'SECOND_PROOF_REQUIRED', 'PASSKEY_LIMIT'],
  },
  addPasskey: {
    summary: 'Keeps a passkey that the browser made; asks a second proof.',
    call: 'POST /v1/account/passkeys',
    access: 'session',
    body: z.object({ response, label: optionalText() }),
    answer: passkeys,
    refusals: ['PASSKEY_INVALID', 'SECOND_PROOF_REQUIRED', 'PASSKEY_LIMIT'],
  },
  renamePasskey: {
    summary: 'Gives one of the caller’s passkeys another name; an empty one is the device’s.',
    call: 'PUT /v1/account/passkeys/:id',
    access: 'session',
    params: z.object({ id: pathId() }),
    body: z.object({ label: optionalText() }),
    answer: passkeys,
    refusals: ['NOT_FOUND'],
  },
  removePasskey: {
    summary: 'Removes one of the caller’s passkeys; asks a second proof.',
    call: 'DELETE /v1/account/passkeys/:id',
    access: 'session',
    params: z.object({ id: pathId() }),
    answer: passkeys,
    refusals: ['NOT_FOUND', 'SECOND_PROOF_REQUIRED'],
  },
  changePhone: {
    summary: 'Gives the account another number, with a code sent to it; asks a second proof and ends other sessions.',
    call: 'PUT /v1/account/phone',
    access: 'session',
    body: z.object({ phone: typedPhone(), code: optionalText() }),
    answer: accessContract.readSession.answer,
    refusals: [...accessContract.startSession.refusals, 'PHONE_TAKEN'],
  },
} as const satisfies Contract
