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

/** Pushes to residents that no worker has done yet. */
export const countPushesToDo = (db: Database) => countRows(db, sql`jobs where jobs.name = 'push-to-resident'`)

/** Pushes with that text recorded by the development substitute. */
export const countPushesOf = (db: Database, text: string) =>
  countRows(db, sql`outbox where outbox.kind = 'push' and position(${text} in outbox.text) > 0`)

/** Killed processes whose death no sender has reported yet (decision 0117). */
export const countSilentSenders = (db: Database) =>
  countRows(
    db,
    sql`notice_senders where starts_with(notice_senders.id, 'notices-')
      and notice_senders.beat_at < clock_timestamp() - interval '5 seconds'`,
  )
