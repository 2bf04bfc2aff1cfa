import { sql } from 'kysely'
import type { Database } from '../../apps/server/src/db/database.ts'

export async function insertDevice(db: Database, userId: number, token: string): Promise<void> {
  await sql`delete from devices where devices.user_id = ${userId}`.execute(db)
  await sql`insert into devices (user_id, token, platform) values (${userId}, ${token}, 'android')`.execute(db)
}

/** Every push waits until the function that it answers is called. */
export async function lockDevices(db: Database): Promise<() => Promise<void>> {
  const tx = await db.startTransaction().execute()
  await sql`lock table devices in access exclusive mode`.execute(tx)
  return async () => {
    await tx.rollback().execute()
  }
}

/** Pushes to do, those that a worker holds, and those sent with that text. */
export async function countJobs(db: Database, text: string): Promise<{ left: number; held: number; pushes: number }> {
  const { rows } = await sql<{ left: number; held: number; pushes: number }>`
    select count(*)::int as left, count(*) filter (where jobs.locked_by is not null)::int as held,
      (select count(distinct outbox.payload->>'key')::int from outbox where outbox.kind = 'push'
        and position(${text} in outbox.text) > 0) as pushes
    from graphile_worker.jobs as jobs where jobs.task_identifier = 'push-to-resident'`.execute(db)
  return rows[0] ?? { left: 0, held: 0, pushes: 0 }
}
