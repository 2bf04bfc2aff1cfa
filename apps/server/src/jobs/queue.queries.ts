import type { Duration } from '@parvis/domain/kernel/durations'
import { runQuery, transaction } from '@parvis/postgres'
import { type Db, rowOf, rowsOf, run, type Transaction } from '../db/database.ts'
import { elementsOf } from '../db/prepared.ts'
import { sql } from '../db/sql.ts'

/** How long a worker has a job unless it renews its lease: a killed one's is free again after it. Real time, as all of the queue. */
const lease: Duration = '12 seconds'
/** A job that long is watched; a lease that ended so long ago was taken up by nobody. */
const longJob: Duration = '5 minutes'
const silence: Duration = '18 seconds'

export type NewJob = {
  name: string
  payload: string
  queue: string | null
  key: string | null
  maxAttempts: number
  priority: number
}

/** Replaces a waiting job of the same key. One that runs saw an older world: it goes on without the key, and another one is made. */
export function insertJob(tx: Transaction, { name, payload, queue, key, maxAttempts, priority }: NewJob): void {
  if (key !== null)
    void run(tx)`
      update jobs set key = null, max_attempts = jobs.attempts where jobs.key = ${key} and jobs.lease_until is not null`
  void run(tx)`
    insert into jobs (name, payload, queue, key, max_attempts, priority)
    values (${name}, ${payload}::json, ${queue}, ${key}, ${maxAttempts}, ${priority})
    on conflict (key) do update set name = excluded.name, payload = excluded.payload, queue = excluded.queue,
      max_attempts = excluded.max_attempts, priority = excluded.priority, run_at = excluded.run_at, attempts = 0, last_error = null`
}

export type ClaimedJob = { id: number; name: string; payload: unknown; isLastTry: boolean }

/**
 * Leases due jobs of these names, and with `mayTake` those whose lease ended; of a queue its first, while none of it is under way. One
 * claim after the other: two workers would each see a queue at rest.
 */
export async function claimJobs(
  db: Db,
  { names, max, mayTake }: { names: readonly string[]; max: number; mayTake: boolean },
): Promise<ClaimedJob[]> {
  const claim = sql<ClaimedJob>`
    with due as (
      select jobs.id from jobs
      where jobs.name = any(${elementsOf(names, 'text')}) and jobs.attempts < jobs.max_attempts
        and jobs.run_at <= clock_timestamp()
        and (jobs.lease_until is null or ${mayTake} and jobs.lease_until < clock_timestamp())
        and (jobs.queue is null or not exists (
          select from jobs other where other.queue = jobs.queue and other.lease_until > clock_timestamp()
          union all
          select from jobs other where other.queue = jobs.queue and other.attempts < other.max_attempts
            and (other.priority, other.run_at, other.id) < (jobs.priority, jobs.run_at, jobs.id)
            and other.run_at <= clock_timestamp()))
      order by jobs.priority, jobs.run_at, jobs.id limit ${max} for update skip locked
    )
    update jobs set attempts = jobs.attempts + 1, began_at = clock_timestamp(), lease_until = clock_timestamp() + ${lease}::interval
    from due where due.id = jobs.id
    returning jobs.id, jobs.name, jobs.payload, jobs.attempts = jobs.max_attempts as "isLastTry"`
  return await transaction(db, async (tx) => {
    void run(tx)`select pg_advisory_xact_lock(hashtext('claim jobs')), set_config('synchronous_commit', 'off', true)`
    return await runQuery(tx, claim)
  })
}

export async function renewLeases(db: Db, ids: readonly number[]): Promise<void> {
  await run(db)`
      update jobs set lease_until = clock_timestamp() + ${lease}::interval where jobs.id = any(${[...ids]}::bigint[])`
}

export async function endJob(db: Db, id: number): Promise<void> {
  await run(db)`delete from jobs where jobs.id = ${id}`
}

/** Tried again after e seconds, e², … up to e¹⁰, some six hours. No text of PostgreSQL holds a zero, as a provider's error may. */
export async function failJob(db: Db, id: number, error: string): Promise<void> {
  await run(db)`
    update jobs set lease_until = null, last_error = ${error.replaceAll('\0', '')},
      run_at = clock_timestamp() + make_interval(secs => exp(least(jobs.attempts, 10)))
    where jobs.id = ${id}`
}

/** Its tries are used: it failed, or its worker was killed, in the last one. */
const isDead = sql`jobs.attempts >= jobs.max_attempts
  and (jobs.lease_until is null or jobs.lease_until < clock_timestamp() - ${silence}::interval)`

export type DeadJob = { name: string; count: number; lastError: string | null }
export type QueueNumbers = { waiting: number; dead: number; oldestSeconds: number; stuck: number }

/**
 * State of the queue: jobs waiting and the age of the oldest due one, abandoned jobs, and jobs whose lease ended and that nobody took
 * up, or that run for over five minutes.
 */
export async function measureQueue(db: Db): Promise<QueueNumbers> {
  const row = await rowOf<QueueNumbers>(db)`
    select count(*) filter (where jobs.attempts < jobs.max_attempts)::int as waiting,
      count(*) filter (where ${isDead})::int as dead,
      coalesce(extract(epoch from clock_timestamp() - min(jobs.run_at) filter (
        where jobs.attempts < jobs.max_attempts and jobs.lease_until is null and jobs.run_at <= clock_timestamp())), 0)::float8
        as "oldestSeconds",
      count(*) filter (where jobs.attempts < jobs.max_attempts and jobs.lease_until < clock_timestamp() - ${silence}::interval
        or jobs.lease_until > clock_timestamp() and jobs.began_at < clock_timestamp() - ${longJob}::interval)::int as stuck
    from jobs`
  return row ?? { waiting: 0, dead: 0, oldestSeconds: 0, stuck: 0 }
}

/** Jobs that used their tries, by kind, with the last error of each, and how many wait. */
export async function countJobs(db: Db): Promise<{ deadJobs: DeadJob[]; waitingJobs: number }> {
  const deadJobs = await rowsOf<DeadJob>(db)`
    select name, count(*)::int as count, left((array_agg(last_error order by began_at desc))[1], 300) as "lastError"
    from jobs where ${isDead} group by 1 order by 1`
  const { waiting } = await measureQueue(db)
  return { deadJobs, waitingJobs: waiting }
}
