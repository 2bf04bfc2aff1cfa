import { sql } from 'kysely'
import type { Db, Transaction } from '../db/database.ts'

export type KeyScope = { userId: number; route: string; key: string }
type StoredAnswer = { answer: string | null; bodyHash: Buffer }

export async function findAnswer(db: Db, { userId, route, key }: KeyScope): Promise<StoredAnswer | undefined> {
  return await db
    .selectFrom('idempotency_keys')
    .where('idempotency_keys.user_id', '=', userId)
    .where('idempotency_keys.route', '=', route)
    .where('idempotency_keys.key', '=', key)
    .where(sql<boolean>`idempotency_keys.created_at > app_now() - interval '24 hours'`)
    .select(['idempotency_keys.answer', 'idempotency_keys.body_hash as bodyHash'])
    .executeTakeFirst()
}

/** Whether this transaction is alone with the key until it ends. */
export async function lockKey(tx: Transaction, { userId, route, key }: KeyScope): Promise<boolean> {
  const name = `${userId} ${route} ${key}`
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${name}, 7)) as locked`.execute(tx)
  return rows[0]?.locked ?? false
}

export async function storeAnswer(
  tx: Transaction,
  scope: KeyScope,
  bodyHash: Buffer,
  answer: string | null,
): Promise<void> {
  await tx
    .insertInto('idempotency_keys')
    .values({ user_id: scope.userId, route: scope.route, key: scope.key, body_hash: bodyHash, answer })
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'route', 'key'])
        .doUpdateSet({ body_hash: bodyHash, answer, created_at: sql`app_now()` }),
    )
    .execute()
}
