import { setInterval as every } from 'node:timers/promises'
import { Logger, run, type TaskList } from 'graphile-worker'
import { createPool } from '../db/pool.ts'
import type { Dependencies } from '../dependencies.ts'
import { beat, forgetHeartbeats, freeDeadWorkers } from './heartbeat.queries.ts'
import type { Work } from './job.ts'

const workersPerProcess = 4
const beatMilliseconds = 4_000

/** Runs queued jobs and steady periodic tasks in this process until stopped; a killed process loses no job (decision 0008). */
export async function startJobs(
  deps: Dependencies,
  databaseUrl: string,
  { jobs, periodicTasks }: Work,
): Promise<{ stop(): Promise<void> }> {
  const stopping = new AbortController()
  const workerIds = new Set<string>()
  // A pool of ours: graphile-worker stops listening to its own before its connections are closed, and one error then kills the process.
  const pool = createPool({ url: databaseUrl, size: workersPerProcess + 2, longest: 10_000 })
  const runner = await run({
    pgPool: pool,
    concurrency: workersPerProcess,
    noHandleSignals: true,
    pollInterval: 2_000,
    taskList: taskList(deps, jobs),
    logger: new Logger(() => () => undefined),
  })
  runner.events.on('worker:create', ({ worker }) => workerIds.add(worker.workerId))
  runner.events.on('worker:getJob:start', ({ worker }) => workerIds.add(worker.workerId))
  runner.events.on('job:failed', ({ job }) => deps.report?.({ job: job.task_identifier }, 'job abandoned'))

  const loops = [
    heartbeat(deps, workerIds, stopping.signal),
    ...periodicTasks.map((task) => perform(deps, task, stopping.signal)),
  ]
  return {
    stop: async () => {
      stopping.abort()
      await Promise.all(loops)
      await runner.stop()
      await pool.end()
      await forgetHeartbeats(deps.db, [...workerIds])
    },
  }
}

function taskList(deps: Dependencies, jobs: Work['jobs']): TaskList {
  return Object.fromEntries(jobs.map(({ name, run: work }) => [name, (payload: unknown) => work(deps, payload)]))
}

async function heartbeat(deps: Dependencies, workerIds: Set<string>, signal: AbortSignal): Promise<void> {
  await steadily(beatMilliseconds, signal, async () => {
    await beat(deps.db, [...workerIds])
    await freeDeadWorkers(deps.db)
  })
}

async function perform(deps: Dependencies, task: Work['periodicTasks'][number], signal: AbortSignal): Promise<void> {
  await steadily(task.everySeconds * 1_000, signal, () =>
    task.run(deps).catch((error: unknown) => deps.report?.({ err: error, task: task.name }, 'periodic task failed')),
  )
}

/** Does the work now and then at each tick; a failure waits for the next tick, the end of the process ends it. */
async function steadily(milliseconds: number, signal: AbortSignal, work: () => Promise<unknown>): Promise<void> {
  const once = () => work().catch(() => undefined)
  await once()
  try {
    for await (const _ of every(milliseconds, undefined, { signal })) await once()
  } catch (error) {
    if (!signal.aborted) throw error
  }
}
