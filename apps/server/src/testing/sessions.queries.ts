import { sql } from 'kysely'
import type { Db } from '../db/database.ts'

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
