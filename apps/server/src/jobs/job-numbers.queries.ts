import type { Duration } from '@parvis/domain/kernel/durations'
import { sql } from 'kysely'
import type { Db } from '../db/database.ts'

/** A job that long is watched; a worker that silent is gone. */
const longJob: Duration = '5 minutes'
const silence: Duration = '30 seconds'

export type DeadJob = { name: string; count: number; lastError: string | null }

export type QueueNumbers = { waiting: number; dead: number; oldestSeconds: number; stuck: number }

/**
 * State of the queue: jobs waiting and the age of the oldest due one, abandoned jobs, and jobs locked by a worker that does not
 * beat, or for over five minutes. Real time, like the heartbeat.
 */
export async function measureQueue(db: Db): Promise<QueueNumbers> {
  const { rows } = await sql<QueueNumbers>`
    select count(*) filter (where jobs.attempts < jobs.max_attempts)::int as waiting,
      count(*) filter (where jobs.attempts >= jobs.max_attempts and jobs.locked_at is null)::int as dead,
      coalesce(extract(epoch from clock_timestamp() - min(jobs.run_at) filter (
        where jobs.attempts < jobs.max_attempts and jobs.locked_at is null and jobs.run_at <= clock_timestamp())), 0)::float8
        as "oldestSeconds",
      count(*) filter (where jobs.locked_at < clock_timestamp() - ${longJob}::interval
        or jobs.locked_at < clock_timestamp() - ${silence}::interval and not exists (
          select from job_workers where job_workers.id = jobs.locked_by
            and job_workers.beat_at > clock_timestamp() - ${silence}::interval))::int as stuck
    from graphile_worker._private_jobs as jobs`.execute(db)
  return rows[0] ?? { waiting: 0, dead: 0, oldestSeconds: 0, stuck: 0 }
}

/** Jobs that used their five tries, by kind, with the last error of each, and how many wait. */
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
