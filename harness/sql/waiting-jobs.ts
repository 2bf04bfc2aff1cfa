import { sql } from 'kysely'
import type { Db } from '../../apps/server/src/db/database.ts'

/** Takes every waiting job out of the queue, oldest first: no worker runs in these tests. */
export async function takeWaitingJobs(db: Db): Promise<{ name: string; payload: unknown }[]> {
  const { rows } = await sql<{ id: string; name: string; payload: unknown }>`
    with taken as (delete from graphile_worker._private_jobs returning id, task_id, payload)
    select taken.id, tasks.identifier as name, taken.payload
    from taken join graphile_worker._private_tasks tasks on tasks.id = taken.task_id order by taken.id`.execute(db)
  return rows
}
