import { sql } from 'kysely'
import type { Database } from '../../apps/server/src/db/database.ts'

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
export async function countPushesToDo(db: Database): Promise<number> {
  const { rows } = await sql<{ left: number }>`
    select count(*)::int as left from graphile_worker.jobs as jobs where jobs.task_identifier = 'push-to-resident'`.execute(
    db,
  )
  return rows[0]?.left ?? 0
}
