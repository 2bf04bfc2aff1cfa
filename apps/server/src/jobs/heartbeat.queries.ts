import { sql } from 'kysely'
import type { Db } from '../db/database.ts'

const silentSeconds = 12

/** Heartbeat of these lock holders. `clock_timestamp()` on purpose: a moved development clock must not release live workers. */
export async function beat(db: Db, names: readonly string[]): Promise<void> {
  if (names.length === 0) return
  await sql`
    insert into job_workers (id, beat_at) select unnest(${[...names]}::text[]), clock_timestamp()
    on conflict (id) do update set beat_at = excluded.beat_at`.execute(db)
}

/**
 * Frees the jobs and queues held by a name that does not beat, killed processes included, whatever that name is; answers
 * how many names. One statement: whoever is killed while freeing frees nothing, and the next one does it.
 */
export async function freeDeadWorkers(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with alive as (
      select job_workers.id from job_workers where job_workers.beat_at > clock_timestamp() - make_interval(secs => ${silentSeconds})
    ), buried as (
      delete from job_workers where job_workers.beat_at < clock_timestamp() - interval '1 hour'
    ), held as (
      select jobs.locked_by, jobs.locked_at from graphile_worker._private_jobs as jobs
      union select queues.locked_by, queues.locked_at from graphile_worker._private_job_queues as queues
    ), dead as (
      select array_agg(distinct held.locked_by) as names from held
      where held.locked_by is not null and held.locked_by not in (select alive.id from alive)
        and held.locked_at < clock_timestamp() - make_interval(secs => ${silentSeconds})
    )
    select coalesce(cardinality(dead.names), 0) as count,
      case when dead.names is not null then graphile_worker.force_unlock_workers(dead.names) end
    from dead`.execute(db)
  return rows[0]?.count ?? 0
}

/**
 * Unlocks the jobs that these workers hold without running them: the connection broke after the database had locked them and
 * before the worker received them. Returns the ids that stay locked.
 */
export async function freeUnheardJobs(
  db: Db,
  names: readonly string[],
  running: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string; free: boolean }>`
    with unheard as (
      update graphile_worker._private_jobs as jobs set locked_at = null, locked_by = null
      where jobs.locked_by = any(${[...names]}::text[]) and jobs.id <> all(${[...running]}::bigint[])
        and jobs.locked_at < clock_timestamp() - make_interval(secs => ${silentSeconds})
      returning jobs.id, jobs.job_queue_id
    ), queues as (
      update graphile_worker._private_job_queues as queues set locked_at = null, locked_by = null
      where queues.locked_by = any(${[...names]}::text[]) and queues.id in (select unheard.job_queue_id from unheard)
    )
    select jobs.id::text from graphile_worker._private_jobs as jobs
    where jobs.locked_by = any(${[...names]}::text[])`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

export async function forgetHeartbeats(db: Db, names: readonly string[]): Promise<void> {
  if (names.length > 0) await sql`delete from job_workers where id = any(${[...names]}::text[])`.execute(db)
}
