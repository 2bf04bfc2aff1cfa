import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../apps/server/src/db/database.ts'
import { hashToken } from '../../apps/server/src/http/authorize.ts'

/** Unused for 31 days: past AMB-145. */
export async function ageSession(db: Db, userId: number): Promise<void> {
  await sql`update sessions set last_seen_at = app_now() - interval '31 days' where user_id = ${userId}`.execute(db)
}

export async function deleteSessionsOf(db: Db, userIds: readonly number[]): Promise<void> {
  await db.deleteFrom('sessions').where('sessions.user_id', 'in', userIds).execute()
}

export async function superAdmin(db: Db, userId: number): Promise<void> {
  await db.updateTable('users').set({ is_super_admin: true }).where('users.id', '=', userId).execute()
}

/** One more session of that person; answers its token. */
export async function newSession(db: Db, userId: number): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await db
    .insertInto('sessions')
    .values({ user_id: userId, token_hash: hashToken(token), device: 'Test' })
    .execute()
  return token
}
