import { freshProofMinutes, maxPasskeys, passkeyLabel } from '@parvis/domain/access/second-proof'
import { accountMails } from '@parvis/domain/access/second-proof.fr'
import { writeParisIso } from '@parvis/domain/kernel/paris-time'
import { refusal } from '@parvis/domain/refusals'
import { transaction } from '@parvis/postgres'
import type { Network } from '../../admission/networks.ts'
import { audit } from '../../audit.queries.ts'
import type { Config } from '../../config.ts'
import type { Db, Transaction } from '../../db/database.ts'
import type { Dependencies } from '../../dependencies.ts'
import type { Actor } from '../../http/actor.ts'
import { countAgainstNetworks } from '../../http/limits.ts'
import { findPerson } from './access.queries.ts'
import { beginSession } from './begin-session.ts'
import { requireFreshProof } from './fresh-proof.ts'
import { readMailCode, takeMailCode } from './mail-codes.ts'
import { notifyAccount } from './notify-account.ts'
import {
  type Account,
  deletePasskeys,
  findPasskey,
  insertPasskey,
  listPasskeysOf,
  lockAccount,
  markProved,
  noteUse,
  savePasskeyLabel,
} from './second-proof.queries.ts'
import { findPhone } from './sign-in.queries.ts'
import {
  creationOptions,
  type PasskeyAnswer,
  readPasskeyAnswer,
  requestOptions,
  requirePasskeys,
  spendChallenge,
  verifyCreation,
  verifyUse,
} from './webauthn.ts'

const challenges = { name: 'passkey-challenges', max: 60, seconds: 3_600 }
const signIns = { name: 'passkey-sign-ins', max: 20, seconds: 3_600 }

/** A challenge for anybody's passkey: 404 where passkeys cannot work, 429 beyond sixty an hour of an address. */
export async function askPasskey({ db, config }: Dependencies, networks: readonly Network[]) {
  requirePasskeys(config)
  await countAgainstNetworks(db, config, challenges, networks)
  return await requestOptions(db, config)
}

type Answered = { response?: unknown; networks: readonly Network[]; device: string }

/**
 * Opens a session by a passkey. Unknown, removed or wrong: one same 400 PASSKEY_INVALID; 403 PHONE_BLOCKED; 429 beyond twenty
 * an hour of an address.
 */
export async function passkeySession({ db, config }: Dependencies, { response, networks, device }: Answered) {
  await countAgainstNetworks(db, config, signIns, networks)
  const answer = readPasskeyAnswer(response)
  return await transaction(db, async (tx) => {
    const account = await usePasskey(tx, config, answer)
    const phone = account.phone ?? ''
    if ((await findPhone(tx, phone, { knownBrowser: true })).blocked) throw refusal('access.phone_blocked')
    return await beginSession(tx, { id: account.id, device, provedBy: 'passkey' })
  })
}

/** The account of the passkey that answered, locked before the passkey is judged: two uses of one counter see each other. */
async function usePasskey(tx: Transaction, config: Config, answer: PasskeyAnswer): Promise<Account> {
  await spendChallenge(tx, answer, { kind: 'use' })
  const credentialId = Buffer.from(answer.id, 'base64url')
  const holder = await findPasskey(tx, credentialId)
  const account = holder && (await lockAccount(tx, { id: holder.userId }))
  const passkey = await findPasskey(tx, credentialId)
  const counter = await verifyUse(config, answer, passkey)
  if (!account || !passkey) throw refusal('access.passkey_invalid', { keepEffects: true })
  await noteUse(tx, passkey.id, counter)
  return account
}

/** The caller's passkeys, oldest first. */
export async function listPasskeys(db: Db, { userId }: Actor) {
  return (await listPasskeysOf(db, userId)).map(({ id, label, createdAt, lastUsedAt }) => ({
    id,
    label,
    createdAt: writeParisIso(createdAt),
    lastUsedAt: lastUsedAt && writeParisIso(lastUsedAt),
  }))
}

/** What a browser makes a passkey with: 403 SECOND_PROOF_REQUIRED, 409 PASSKEY_LIMIT. */
export async function askCreation({ db, config }: Dependencies, actor: Actor) {
  requirePasskeys(config)
  await requireFreshProof(db, config, actor)
  const known = await listPasskeysOf(db, actor.userId)
  if (known.length >= maxPasskeys) throw refusal('access.passkey_limit')
  const { first_name, last_name, phone_number } = await findPerson(db, actor.userId)
  const name = [first_name, last_name].filter(Boolean).join(' ') || phone_number || 'Parvis Pro'
  return await creationOptions(db, config, {
    id: actor.userId,
    name,
    known: known.map(({ credentialId }) => credentialId),
  })
}

type Named = { label?: string | undefined; device: string }
type Made = Named & { response?: unknown }

/** What the person calls a passkey, else the device that they name it from. */
const nameOf = ({ label = '', device }: Named) => passkeyLabel(label) || device

/** Keeps a passkey that was made after a second proof, told by mail: 400 PASSKEY_INVALID, 403, 409 PASSKEY_LIMIT. */
export async function addPasskey({ db, config }: Dependencies, actor: Actor, made: Made) {
  const answer = readPasskeyAnswer(made.response)
  return await transaction(db, async (tx) => {
    await requireFreshProof(tx, config, actor)
    await lockAccount(tx, { id: actor.userId })
    if ((await listPasskeysOf(tx, actor.userId)).length >= maxPasskeys) throw refusal('access.passkey_limit')
    await spendChallenge(tx, answer, { kind: 'create', userId: actor.userId })
    const passkey = { ...(await verifyCreation(config, answer)), userId: actor.userId, label: nameOf(made) }
    if (!(await insertPasskey(tx, passkey))) throw refusal('access.passkey_invalid', { keepEffects: true })
    await follow(tx, actor, 'passkey.add', accountMails.passkeyAdded)
    return await listPasskeys(tx, actor)
  })
}

/** Gives one of one's passkeys another name: 404 NOT_FOUND. */
export async function renamePasskey({ db }: Dependencies, actor: Actor, { id, ...named }: Named & { id: number }) {
  return await transaction(db, async (tx) => {
    if (!(await savePasskeyLabel(tx, actor.userId, { id, label: nameOf(named) }))) throw refusal('request.not_found')
    return await listPasskeys(tx, actor)
  })
}

/** Removes one of one's passkeys after a second proof, told by mail: 404 NOT_FOUND, 403. */
export async function removePasskey({ db, config }: Dependencies, actor: Actor, id: number) {
  return await transaction(db, async (tx) => {
    await lockAccount(tx, { id: actor.userId })
    if (!(await listPasskeysOf(tx, actor.userId)).some((own) => own.id === id)) throw refusal('request.not_found')
    await requireFreshProof(tx, config, actor)
    await deletePasskeys(tx, actor.userId, id)
    await follow(tx, actor, 'passkey.remove', accountMails.passkeyRemoved)
    return await listPasskeys(tx, actor)
  })
}

async function follow(tx: Transaction, { userId }: Actor, action: string, sentence: string): Promise<void> {
  await audit(tx, { actor: `user:${userId}`, action, object: `user:${userId}` })
  await notifyAccount(tx, { userId, sentence })
}

type Proof = { code?: string | undefined; response?: unknown }

/** Proves this session for fifteen minutes, by one's own passkey or a code by e-mail: 400 CODE_*, PASSKEY_INVALID, 429. */
export async function proveSession({ db, config }: Dependencies, actor: Actor, { code, response }: Proof) {
  const prove = response === undefined ? byCode(config, actor, code) : byPasskey(config, actor, response)
  const provedAt = await transaction(db, async (tx) => {
    await prove(tx)
    return await markProved(tx, actor.sessionId, response !== undefined)
  })
  return { provedUntil: writeParisIso(new Date(provedAt.getTime() + freshProofMinutes * 60_000)) }
}

type Proving = (tx: Transaction) => Promise<void>

function byCode(config: Config, { userId }: Actor, typed: string | undefined): Proving {
  const code = readMailCode(typed)
  return (tx) => takeMailCode(tx, config, userId, code)
}

function byPasskey(config: Config, { userId }: Actor, response: unknown): Proving {
  const answer = readPasskeyAnswer(response)
  return async (tx) => {
    const account = await usePasskey(tx, config, answer)
    if (account.id !== userId) throw refusal('access.passkey_invalid', { keepEffects: true })
  }
}
