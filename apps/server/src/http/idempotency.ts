import { createHash } from 'node:crypto'
import { codeOf } from '@parvis/domain/kernel/error-code'
import { refusal } from '@parvis/domain/refusals'
import { unitOfWork } from '@parvis/postgres'
import type { FastifyRequest } from 'fastify'
import type { Db, Transaction } from '../db/database.ts'
import type { Caller } from './actor.ts'
import { claimKey, nobody, type StoredAnswer, storeAnswer } from './idempotency.queries.ts'
import { emptyAnswer, type Json } from './json-answers.ts'
import type { ReceivedBody } from './read-body.ts'

/** Largest stored answer: five larger ones a second would fill a disk within the hour. */
const maxStoredBytes = 64 * 1024

/** Thrown inside a unit of work when another process has stored the answer meanwhile. */
class AlreadyAnswered extends Error {
  readonly answer: string | null
  constructor(answer: string | null) {
    super('already answered')
    this.answer = answer
  }
}

type Answers = {
  run: () => Promise<Json>
  again: (() => Promise<Json>) | undefined
}
type Asked = { actor: Caller; known: StoredAnswer | undefined; received: ReceivedBody; onceByKey: boolean }

/**
 * With an Idempotency-Key, a person's call takes effect once; so does a call without a person whose contract says `onceByKey`, and no
 * other. Its effects and its answer (JSON text) are stored in one transaction, and a retry within 24 h gets the stored answer, also
 * one that waits for the first to end. A refused call is not stored. Of an answer too large to store, a list that the person may read
 * anyway, only the fact is stored, and `again` reads it once more. `known`: the stored answer found at the authentication.
 */
export async function answerOnce(
  db: Db,
  request: FastifyRequest,
  { actor, known, received, onceByKey }: Asked,
  { run, again }: Answers,
): Promise<Json> {
  if (!actor && !onceByKey) return await run()
  const { route, key, bodyHash } = retryOf(request, received)
  if (key === undefined) return await run()
  const scope = { userId: actor?.userId ?? nobody, route, key }
  const repeat = async (answer: string | null) => answer ?? (await again?.()) ?? emptyAnswer
  if (known) return await repeat(sameBody(known, bodyHash))

  const claim = async (tx: Transaction) => {
    const stored = await claimKey(tx, scope).catch((error: unknown) => {
      throw isTimeout(error) ? refusal('request.idempotency_in_progress') : error
    })
    if (stored) throw new AlreadyAnswered(sameBody(stored, bodyHash))
  }
  const work = async (open: () => Promise<Transaction>) => {
    // A stranger's call begins in the transaction: what a retry counts against its network is undone with it.
    if (scope.userId === nobody) await open()
    const answer = await run()
    const isTooLarge = again && Buffer.byteLength(answer) > maxStoredBytes
    await storeAnswer(await open(), scope, bodyHash, isTooLarge ? null : answer.toString())
    return answer
  }
  try {
    return await unitOfWork(db, work, claim)
  } catch (error) {
    if (error instanceof AlreadyAnswered) return await repeat(error.answer)
    throw error
  }
}

const queryCanceled = '57014'

/** True when a statement was cancelled because the first call with the key took longer than the statement time-out. */
const isTimeout = (error: unknown) => codeOf(error) === queryCanceled

/** The stored answer to a retry with the same body, null when it was too large to store; 409 for another body. */
export function sameBody({ answer, bodyHash }: StoredAnswer, sent: Buffer): string | null {
  if (!bodyHash.equals(sent)) throw refusal('request.idempotency_mismatch')
  return answer
}

/** Scope and fingerprint of a retry: its route, its key and its content. */
export function retryOf(request: FastifyRequest, received: ReceivedBody) {
  const key = keyOf(request)
  if (key !== undefined && !isKey(key))
    throw refusal('request.validation', { fields: { 'Idempotency-Key': 'invalid' } })
  return { route: routeOf(request), key, bodyHash: key === undefined ? Buffer.alloc(0) : hashBody(received) }
}

const isKey = (key: string): boolean => key.length >= 1 && key.length <= 200

export function keyOf({ headers }: FastifyRequest): string | undefined {
  const key = headers['idempotency-key']
  return typeof key === 'string' ? key : undefined
}

export const routeOf = ({ method, url }: FastifyRequest) => `${method} ${url}`.slice(0, 500)

/** What the call says, whatever its encoding: the multipart boundary does not count (api.md 8.20). */
export function hashBody({ fields, files }: ReceivedBody): Buffer {
  const hash = createHash('sha256').update(JSON.stringify(fields, sortNames))
  for (const { field, bytes } of files) hash.update(`\n${field}:${bytes.length}:`).update(bytes)
  return hash.digest()
}

function sortNames(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
}
