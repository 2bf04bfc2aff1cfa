import { createHmac, randomBytes } from 'node:crypto'
import { challengeMinutes } from '@parvis/domain/access/second-proof'
import { refusal } from '@parvis/domain/refusals'
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { z } from 'zod'
import type { Config } from '../../config.ts'
import type { Db, Transaction } from '../../db/database.ts'
import { derivedKey } from '../../gateways/gateways.ts'
import { hashToken } from '../../http/authorize.ts'
import { parseJson } from '../../parse-json.ts'
import { saveChallenge, takeChallenge } from './second-proof.queries.ts'

/** ES256 and RS256 (COSE). */
const algorithms = [-7, -257]
const timeout = challengeMinutes * 60_000

/** Loaded at its first use: its certificates and ASN.1 readers would weigh on every start. */
const library = () => import('@simplewebauthn/server')

type Settings = Pick<Config, 'passkeys' | 'secretKey'>
type Kind = { kind: 'create'; userId: number } | { kind: 'use' }

/** Where passkeys work; 404 NOT_FOUND elsewhere. */
export function requirePasskeys({ passkeys }: Pick<Config, 'passkeys'>): NonNullable<Config['passkeys']> {
  if (!passkeys) throw refusal('request.not_found')
  return passkeys
}

/** The user's handle: an HMAC of the id, which says nothing of the person (WebAuthn 14.6.1). */
const userHandle = ({ secretKey }: Pick<Config, 'secretKey'>, userId: number): string =>
  createHmac('sha256', derivedKey(secretKey, 'passkey handles')).update(String(userId)).digest('base64url')

async function newChallenge(db: Db, kind: Kind): Promise<Uint8Array<ArrayBuffer>> {
  const challenge = new Uint8Array(randomBytes(32))
  await saveChallenge(db, { ...kind, hash: hashToken(Buffer.from(challenge).toString('base64url')) }, challengeMinutes)
  return challenge
}

/** PublicKeyCredentialRequestOptionsJSON: any passkey of this site, with user verification. */
export async function requestOptions(db: Db, config: Settings) {
  const { rpId } = requirePasskeys(config)
  const { generateAuthenticationOptions } = await library()
  const challenge = await newChallenge(db, { kind: 'use' })
  return { ...(await generateAuthenticationOptions({ rpID: rpId, challenge, timeout, userVerification: 'required' })) }
}

type Holder = { id: number; name: string; known: readonly Buffer[] }

/** PublicKeyCredentialCreationOptionsJSON: discoverable, with user verification, without attestation. */
export async function creationOptions(db: Db, config: Settings, { id, name, known }: Holder) {
  const { rpId } = requirePasskeys(config)
  const { generateRegistrationOptions } = await library()
  const options = await generateRegistrationOptions({
    rpName: 'Parvis Pro',
    rpID: rpId,
    userName: name,
    userDisplayName: name,
    userID: new Uint8Array(Buffer.from(userHandle(config, id), 'base64url')),
    challenge: await newChallenge(db, { kind: 'create', userId: id }),
    timeout,
    attestationType: 'none',
    excludeCredentials: known.map((credential) => ({ id: credential.toString('base64url') })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: algorithms,
  })
  return { ...options }
}

const bytes = z
  .string()
  .max(20_000)
  .regex(/^[\w-]*$/)
const shape = z.object({
  id: bytes.min(1).max(1_400),
  rawId: bytes,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: bytes,
    attestationObject: bytes.optional(),
    authenticatorData: bytes.optional(),
    signature: bytes.optional(),
    userHandle: bytes.nullish(),
  }),
})
const clientData = z.object({ challenge: z.string() })

export type PasskeyAnswer = z.infer<typeof shape> & { challenge: string }

const invalid = () => refusal('access.passkey_invalid', { keepEffects: true })

/** The form of what a browser answered; 400 PASSKEY_INVALID for anything else. */
export function readPasskeyAnswer(received: unknown): PasskeyAnswer {
  const answer = shape.safeParse(received)
  if (!answer.success) throw invalid()
  const { clientDataJSON } = answer.data.response
  const client = clientData.safeParse(parseJson(Buffer.from(clientDataJSON, 'base64url').toString('utf8')))
  if (!client.success) throw invalid()
  return { ...answer.data, challenge: client.data.challenge }
}

/** Spends the challenge that was answered, whatever comes of the answer: of its kind, of that person, five minutes old at most. */
export async function spendChallenge(tx: Transaction, { challenge }: PasskeyAnswer, kind: Kind): Promise<void> {
  if (!(await takeChallenge(tx, { ...kind, hash: hashToken(challenge) }))) throw invalid()
}

/** The key of a passkey that was just made; 400 PASSKEY_INVALID for another origin, RP, type, or without user verification. */
export async function verifyCreation({ passkeys }: Settings, answer: PasskeyAnswer) {
  const { verifyRegistrationResponse } = await library()
  const verified = await verifyRegistrationResponse({
    response: answer as unknown as RegistrationResponseJSON,
    expectedChallenge: answer.challenge,
    expectedOrigin: [...(passkeys?.origins ?? [])],
    expectedRPID: passkeys?.rpId ?? '',
    supportedAlgorithmIDs: algorithms,
  }).catch(() => undefined)
  if (!verified?.verified) throw invalid()
  const { id, publicKey, counter } = verified.registrationInfo.credential
  return { credentialId: Buffer.from(id, 'base64url'), publicKey: Buffer.from(publicKey), counter }
}

type Stored = { userId: number; publicKey: Buffer; counter: number }

/** The new counter of a passkey that was used; one that does not grow, where either is above 0, is a copy: 400 PASSKEY_INVALID. */
export async function verifyUse(config: Settings, answer: PasskeyAnswer, stored: Stored | undefined): Promise<number> {
  if (!stored || answer.response.userHandle !== userHandle(config, stored.userId)) throw invalid()
  const { verifyAuthenticationResponse } = await library()
  const verified = await verifyAuthenticationResponse({
    response: answer as unknown as AuthenticationResponseJSON,
    expectedChallenge: answer.challenge,
    expectedOrigin: [...(config.passkeys?.origins ?? [])],
    expectedRPID: config.passkeys?.rpId ?? '',
    credential: { id: answer.id, publicKey: new Uint8Array(stored.publicKey), counter: stored.counter },
  }).catch(() => undefined)
  if (!verified?.verified) throw invalid()
  return verified.authenticationInfo.newCounter
}
