import { accountMails } from '@parvis/domain/access/second-proof.fr'
import { refusal } from '@parvis/domain/refusals'
import { transaction } from '@parvis/postgres'
import { audit } from '../../audit.queries.ts'
import type { Transaction } from '../../db/database.ts'
import type { Dependencies } from '../../dependencies.ts'
import type { Actor } from '../../http/actor.ts'
import { readWho } from './access.queries.ts'
import { requireFreshProof } from './fresh-proof.ts'
import { notifyAccount } from './notify-account.ts'
import { countAsProved, deletePasskeys, lockAccount, releasePhone, saveNewPhone } from './second-proof.queries.ts'
import { readMobile } from './send-activation-code.ts'
import { provePhone, readCode, type SessionRequest } from './start-session.ts'

/**
 * Gives the account another number, told by mail; its other sessions end. Refusals of a sign-in, 403 SECOND_PROOF_REQUIRED,
 * and after the right code only 409 PHONE_TAKEN.
 */
export async function changePhone({ db, config }: Dependencies, actor: Actor, typed: Omit<SessionRequest, 'device'>) {
  readMobile(typed.phone)
  readCode(typed.code)
  return await transaction(db, async (tx) => {
    await requireFreshProof(tx, config, actor)
    const { phone } = await provePhone(tx, config, typed)
    await takeOver(tx, actor, phone)
    await saveNewPhone(tx, actor.userId, phone, actor.sessionId)
    await audit(tx, { actor: `user:${actor.userId}`, action: 'phone.change', object: `user:${actor.userId}` })
    await notifyAccount(tx, { userId: actor.userId, sentence: accountMails.phoneChanged(phone) })
    return await readWho(tx, actor)
  })
}

/** A number whose account has neither profile, passkey nor membership is taken over: that one keeps its rows, without it. */
async function takeOver(tx: Transaction, { userId }: Actor, phone: string): Promise<void> {
  const holder = await lockAccount(tx, { phone })
  if (!holder || holder.id === userId) return
  if (holder.hasProfile || holder.isProfessional || holder.hasPasskey)
    throw refusal('access.phone_taken', { keepEffects: true })
  await releasePhone(tx, holder.id)
}

/**
 * Operator's `let-in`: counts the number as proved now and removes the passkeys of who lost everything, told by mail; how many there
 * were, undefined when nobody signed in with the phone.
 */
export async function letIn(tx: Transaction, phone: string, by: string): Promise<number | undefined> {
  const account = await lockAccount(tx, { phone })
  if (!account) return undefined
  await countAsProved(tx, account.id)
  const removed = await deletePasskeys(tx, account.id)
  await audit(tx, { actor: by, action: 'account.let_in', object: `user:${account.id}`, details: { passkeys: removed } })
  await notifyAccount(tx, { userId: account.id, sentence: removed ? accountMails.passkeyRemoved : accountMails.letIn })
  return removed
}
