import { maskEmail } from '@parvis/domain/access/second-proof'
import { refusal } from '@parvis/domain/refusals'
import type { Config } from '../../config.ts'
import type { Db } from '../../db/database.ts'
import type { Actor } from '../../http/actor.ts'
import { hashAddress, isRefusedAddress } from '../notices/index.ts'
import { findWays } from './second-proof.queries.ts'

type Keyed = Pick<Config, 'secretKey'>

/**
 * Asks for a second proof of the session (passkey, code by e-mail) of fifteen minutes at most: 403 SECOND_PROOF_REQUIRED, with the
 * masked address and whether there is a passkey.
 */
export async function requireFreshProof(db: Db, config: Keyed, { userId, sessionId }: Actor): Promise<void> {
  if ((await findWays(db, userId, sessionId)).isProved) return
  throw refusal('access.second_proof_required', { details: await waysToProve(db, config, userId) })
}

/** The same, of who has a passkey only: an old client has none. */
export async function requireProofOfHolder(db: Db, config: Keyed, actor: Actor): Promise<void> {
  if ((await findWays(db, actor.userId)).hasPasskey) await requireFreshProof(db, config, actor)
}

/** Whether a passkey was used in this session fifteen minutes ago at most. */
export async function isProvedByPasskey(db: Db, { userId, sessionId }: Actor): Promise<boolean> {
  return (await findWays(db, userId, sessionId)).isProvedByPasskey
}

/** What a refusal says of how the person may prove: `{ email, passkey }`. */
export async function waysToProve(db: Db, config: Keyed, userId: number) {
  const address = await findCodeAddress(db, config, userId)
  return { email: address ? maskEmail(address) : null, passkey: (await findWays(db, userId)).hasPasskey }
}

/** The address that receives the codes; one refused by « Cette adresse n’est pas la mienne » is none. */
export async function findCodeAddress(db: Db, config: Keyed, userId: number): Promise<string | undefined> {
  const { address } = await findWays(db, userId)
  return address && !(await isRefusedAddress(db, hashAddress(config, address))) ? address : undefined
}
