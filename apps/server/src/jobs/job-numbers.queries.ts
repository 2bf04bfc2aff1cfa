import { sql } from 'kysely'
import type { Db } from '../db/database.ts'

export type DeadJob = { name: string; count: number; lastError: string | null }

/** Jobs that used their five tries, by kind, with the last error of each (F28), and how many wait. */
export async function countJobs(db: Db): Promise<{ deadJobs: DeadJob[]; waitingJobs: number }> {
  const dead = await sql<DeadJob>`
    select task_identifier as name, count(*)::int as count,
      left((array_agg(last_error order by updated_at desc))[1], 300) as "lastError"
    from graphile_worker.jobs
    where attempts >= max_attempts and locked_at is null group by 1 order by 1`.execute(db)
  const waiting = await sql<{ count: number }>`
    select count(*)::int as count from graphile_worker.jobs where attempts < max_attempts`.execute(db)
  return { deadJobs: dead.rows, waitingJobs: waiting.rows[0]?.count ?? 0 }
}
