import { EventEmitter } from 'node:events'
import { setInterval as every } from 'node:timers/promises'
import { durations } from '@parvis/domain/kernel/durations'
import { Logger, run, type TaskList, type WorkerEvents } from 'graphile-worker'
import { sql } from 'kysely'
import type pg from 'pg'
import { createDatabase, type Database, type Db } from '../db/database.ts'
import { isDatabaseUnavailable } from '../db/unavailable.ts'
import type { Dependencies } from '../dependencies.ts'
import { noteTaskSuccess, timeJob } from '../metrics.ts'
import type { Work } from './job.ts'

const workersPerProcess = 4
const beatMilliseconds = 4_000

/** Runs queued jobs and periodic tasks in this process until stopped; a killed process loses no job (decision 0008). */
export async function startJobs(
  deps: Dependencies,
  databaseUrl: string,
  { jobs, periodicTasks }: Work,
): Promise<{ stop(): Promise<void> }> {
  const stopping = new AbortController()
  const held = new HeldJobs()
  // A pool of ours: graphile-worker stops listening to its own before its connections are closed, and one error then kills the process.
  const pool = patientPool(
    createDatabase({ url: databaseUrl, size: workersPerProcess + 4, queryTimeoutMs: 10_000 }).pool.clients,
  )
  const start = (concurrency: number, some: Work['jobs']) =>
    run({
      pgPool: pool,
      concurrency,
      noHandleSignals: true,
      pollInterval: 2_000,
      taskList: taskList(deps, some),
      logger: new Logger(() => () => undefined),
      events: held.events,
    })
  const own = jobs.filter(({ workers }) => workers !== undefined)
  const runners = await Promise.all([
    start(
      workersPerProcess,
      jobs.filter((job) => !own.includes(job)),
    ),
    ...own.map((job) => start(job.workers ?? 1, [job])),
  ])
  held.events.on('job:failed', ({ job }) => deps.report?.({ job: job.task_identifier }, 'job abandoned'))

  const loops = [
    heartbeat(deps, held, stopping.signal),
    ...periodicTasks.map((task) => perform(deps, task, stopping.signal)),
  ]
  return {
    stop: async () => {
      stopping.abort()
      await Promise.all(loops)
      await Promise.all(runners.map((runner) => runner.stop()))
      await pool.end()
      await forgetHeartbeats(deps.db, [...held.names])
    },
  }
}

/** The names under which graphile-worker locks jobs in this process (one per pool), and the jobs being run. */
class HeldJobs {
  readonly events: WorkerEvents = new EventEmitter()
  readonly names = new Set<string>()
  /** Jobs by id; `done` means that graphile-worker is writing the end of the job, which it does not await. */
  readonly #running = new Map<string, { isDone: boolean }>()

  constructor() {
    this.events.on('pool:create', ({ workerPool }) => this.names.add(workerPool.id))
    this.events.on('job:start', ({ job }) => this.#running.set(job.id, { isDone: false }))
    this.events.on('job:complete', ({ job }) => this.#running.set(job.id, { isDone: true }))
  }

  async beat(db: Database): Promise<void> {
    const names = [...this.names]
    await beat(db, names)
    const locked = await releaseJobsOfSilentWorkers(db, names, [...this.#running.keys()])
    for (const [id, { isDone }] of this.#running) if (isDone && !locked.has(id)) this.#running.delete(id)
  }
}

/**
 * graphile-worker does not await the update that ends a job, and retries it on a few error codes only: any other error of a
 * failover is an unhandled rejection that ends the process. An unreachable database is reported as ETIMEDOUT, which it retries.
 */
function patientPool(pool: pg.Pool): pg.Pool {
  const patiently = (error: Error): never => {
    if (!isDatabaseUnavailable(error)) throw error
    throw Object.assign(new Error(error.message, { cause: error }), { code: 'ETIMEDOUT' })
  }
  const connect = pool.connect.bind(pool)
  type Lent = Parameters<pg.Pool['connect']>[0]
  const lend = (lent?: Lent) => (lent ? connect(lent) : connect().catch(patiently))
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...asked: unknown[]) => unknown
    const ask = (...asked: unknown[]) => {
      const answer = query(...asked)
      // Called with a callback, `query` returns no promise.
      if (!(answer instanceof Promise)) return answer
      return answer.catch((error: Error) => {
        // The pool drops an ended client: after a failover a new connection reaches the new primary.
        if (isDatabaseUnavailable(error)) void client.end().catch(() => undefined)
        return patiently(error)
      })
    }
    Object.assign(client, { query: ask })
  })
  return Object.assign(pool, { connect: lend })
}

function taskList(deps: Dependencies, jobs: Work['jobs']): TaskList {
  return Object.fromEntries(
    jobs.map(({ name, run: work }) => [name, (payload: unknown) => timeJob(name, () => work(deps, payload))]),
  )
}

/**
 * No process writes its heartbeat during an outage of the database: only one whose own heartbeat is recent releases the jobs of
 * silent workers, so that the first to reconnect does not release those of workers that reconnect a moment later.
 */
async function heartbeat({ db }: Dependencies, held: HeldJobs, signal: AbortSignal): Promise<void> {
  let last = Number.NEGATIVE_INFINITY
  await steadily(beatMilliseconds, signal, async () => {
    await held.beat(db)
    const now = performance.now()
    if (now - last < 2 * beatMilliseconds) await freeDeadWorkers(db)
    last = now
  })
}

async function perform(deps: Dependencies, task: Work['periodicTasks'][number], signal: AbortSignal): Promise<void> {
  await steadily(task.everySeconds * 1_000, signal, () =>
    timeJob(task.name, () => task.run(deps)).then(
      () => noteTaskSuccess(task.name),
      (error: unknown) => deps.report?.({ err: error, task: task.name }, 'periodic task failed'),
    ),
  )
}

/** Runs the work at once, then at each interval; a failure is retried at the next one, the abort signal ends the loop. */
async function steadily(milliseconds: number, signal: AbortSignal, work: () => Promise<unknown>): Promise<void> {
  const once = () => work().catch(() => undefined)
  await once()
  try {
    for await (const _ of every(milliseconds, undefined, { signal })) await once()
  } catch (error) {
    if (!signal.aborted) throw error
  }
}

const silentSeconds = 12

/**
 * Heartbeat of these lock holders. `clock_timestamp()` on purpose: a moved development clock must not release live workers.
 * @internal
 */
export async function beat(db: Db, names: readonly string[]): Promise<void> {
  if (names.length === 0) return
  await sql`
    insert into job_workers (id, beat_at) select unnest(${[...names]}::text[]), clock_timestamp()
    on conflict (id) do update set beat_at = excluded.beat_at`.execute(db)
}

/**
 * Unlocks the jobs and queues held by a name that does not beat, killed processes included; returns how many names. One
 * statement: a process killed during it has unlocked nothing, and the next one does it. @internal
 */
export async function freeDeadWorkers(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with alive as (
      select job_workers.id from job_workers where job_workers.beat_at > clock_timestamp() - make_interval(secs => ${silentSeconds})
    ), buried as (
      delete from job_workers where job_workers.beat_at < clock_timestamp() - ${durations.hour}::interval
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
 * @internal
 */
export async function releaseJobsOfSilentWorkers(
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

async function forgetHeartbeats(db: Db, names: readonly string[]): Promise<void> {
  if (names.length > 0) await sql`delete from job_workers where id = any(${[...names]}::text[])`.execute(db)
}
