import { createHash, createHmac, randomBytes, randomInt } from 'node:crypto'
import { type ProofChallenge, solvedProof } from '@parvis/domain/kernel/proof-of-work'
import { refusal } from '@parvis/domain/refusals'
import type { Config } from '../config.ts'
import { readNow } from '../db/clock.ts'
import type { Db, Transaction } from '../db/database.ts'
import { parseJson } from '../parse-json.ts'
import { isSameBytes } from '../same-bytes.ts'
import { countUse } from './limits.queries.ts'

/** A challenge is good for ten minutes, once. */
const lifeSeconds = 600
/**
 * Largest number of a challenge; half of it is tried on average, a second on an old phone. An attacker with many addresses pays
 * it for each act.
 */
const maxNumber = 50_000

type Keys = Pick<Config, 'secretKey'>

/** A signed ALTCHA challenge (version 1): stateless, nothing is stored until it is solved. */
export async function makeChallenge(db: Db, { secretKey }: Keys): Promise<ProofChallenge> {
  const expires = Math.floor((await readNow(db)).epochMilliseconds / 1_000) + lifeSeconds
  // The salt ends with `&`, so that digits of the number cannot pass as digits of the expiry.
  const salt = `${randomBytes(12).toString('hex')}?expires=${expires}&`
  const challenge = hashOf(salt, randomInt(maxNumber + 1))
  return { algorithm: 'SHA-256', challenge, maxnumber: maxNumber, salt, signature: sign(secretKey, challenge) }
}

/**
 * Refuses with 403 PROOF_NEEDED and a new challenge unless `proof` solves an unexpired, unspent challenge of ours; spends it in
 * the transaction of the act.
 */
export async function requireProof(tx: Transaction, keys: Keys, proof: string | undefined): Promise<void> {
  // Two limits may ask for a proof of the same act: the second accepts the one spent for it.
  if (proof !== undefined && spentIn.get(tx) === proof) return
  if (await spendProof(tx, keys, proof)) {
    if (proof !== undefined) spentIn.set(tx, proof)
    return
  }
  throw refusal('site.proof_needed', { details: { challenge: await makeChallenge(tx, keys) } })
}

/** The proof that the transaction's act was paid with. */
const spentIn = new WeakMap<Transaction, string>()

async function spendProof(db: Db, { secretKey }: Keys, typed = ''): Promise<boolean> {
  const solved = solvedProof.safeParse(parseJson(Buffer.from(typed.slice(0, 2_000), 'base64').toString('utf8')))
  if (!solved.success) return false
  const { challenge, number, salt, signature } = solved.data
  if (
    !isSameBytes(Buffer.from(signature), Buffer.from(sign(secretKey, challenge))) ||
    hashOf(salt, number) !== challenge
  )
    return false
  const expires = Number(/\?expires=(\d{1,12})&$/.exec(salt)?.[1] ?? 0)
  if (expires * 1_000 <= (await readNow(db)).epochMilliseconds) return false
  const { used } = await countUse(db, 'proof', challenge, 2 * lifeSeconds)
  return used === 1
}

const hashOf = (salt: string, number: number): string => createHash('sha256').update(`${salt}${number}`).digest('hex')

function sign(secretKey: Buffer, challenge: string): string {
  return createHmac('sha256', secretKey).update(`proof of work ${challenge}`).digest('hex')
}
