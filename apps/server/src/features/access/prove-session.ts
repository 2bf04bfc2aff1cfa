import { freshProofMinutes } from '@parvis/domain/access/second-proof'
import { writeParisIso } from '@parvis/domain/kernel/paris-time'
import { refusal } from '@parvis/domain/refusals'
import type { Transaction } from '../../db/database.ts'
import { transaction } from '../../db/transaction.ts'
import type { Dependencies } from '../../dependencies.ts'
import type { Actor } from '../../http/actor.ts'
import { readMailCode, takeMailCode } from './mail-codes.ts'
import { usePasskey } from './passkeys.ts'
import { markProved } from './second-proof.queries.ts'
import { readPasskeyAnswer } from './webauthn.ts'

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

function byCode(config: Dependencies['config'], { userId }: Actor, typed: string | undefined): Proving {
  const code = readMailCode(typed)
  return (tx) => takeMailCode(tx, config, userId, code)
}

function byPasskey(config: Dependencies['config'], { userId }: Actor, response: unknown): Proving {
  const answer = readPasskeyAnswer(response)
  return async (tx) => {
    const { account } = await usePasskey(tx, config, answer)
    if (account.id !== userId) throw refusal('access.passkey_invalid', { keepEffects: true })
  }
}
