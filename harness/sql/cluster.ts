import { sql } from 'kysely'
import type { Database } from '../../apps/server/src/db/database.ts'
import { countRows } from './control.ts'

/** The only device of that person. */
export async function insertDevice(
  db: Database,
  userId: number,
  { token, platform }: { token: string; platform: 'android' | 'web' },
): Promise<void> {
  await sql`delete from devices where devices.user_id = ${userId}`.execute(db)
  await sql`insert into devices (user_id, token, platform) values (${userId}, ${token}, ${platform})`.execute(db)
}

/** Pushes with that text recorded by the development substitute. */
export const countPushesOf = (db: Database, text: string) =>
  countRows(db, sql`outbox where outbox.kind = 'push' and position(${text} in outbox.text) > 0`)
