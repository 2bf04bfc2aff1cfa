import { durations } from '@parvis/domain/kernel/durations'
import { run, type Transaction } from '../db/database.ts'
import { prepared } from '../db/prepared.ts'
import { sql } from '../db/sql.ts'

/** The scope of a call without a person, whose key alone names it. No user has this id. */
export const nobody = 0

export type KeyScope = { userId: number; route: string; key: string }
export type StoredAnswer = { answer: string | null; bodyHash: Buffer }

export const selectAnswer = prepared(
  ({ userId, route, key }: KeyScope) => sql<StoredAnswer>`
    select keys.answer, keys.body_hash as "bodyHash" from idempotency_keys keys
    where keys.user_id = ${userId} and keys.route = ${route} and keys.key = ${key} and keys.created_at + (case keys.user_id
      when ${sql.literal(nobody)} then ${durations.firstAct} else ${durations.retriedWrite} end)::interval > app_now()`,
)

/** Takes the advisory lock of the key, held until the transaction ends, then reads the stored answer, in one message. */
export async function claimKey(tx: Transaction, scope: KeyScope): Promise<StoredAnswer | undefined> {
  const { userId, route, key } = scope
  const locked = run(tx)`
    select pg_advisory_xact_lock(hashtextextended(${userId}::bigint || ' ' || ${route} || ' ' || ${key}, 7))`
  // A second statement has a newer snapshot: it sees what was committed while the lock was awaited.
  const stored = selectAnswer(tx, scope)
  await locked
  return (await stored)[0]
}

/** Stores the answer with the commit, or with the next statement. */
export async function storeAnswer(
  tx: Transaction,
  { userId, route, key }: KeyScope,
  bodyHash: Buffer,
  answer: string | null,
): Promise<void> {
  void run(tx)`
    insert into idempotency_keys (user_id, route, key, body_hash, answer)
    values (${userId}, ${route}, ${key}, ${bodyHash}, ${answer})
    on conflict (user_id, route, key) do update
    set body_hash = excluded.body_hash, answer = excluded.answer, created_at = app_now()`
}
