import { setInterval as every, setTimeout as pause } from 'node:timers/promises'
import type { Heard } from '../db/live-hub.ts'
import type { Dependencies } from '../dependencies.ts'
import { noteTaskSuccess, timeJob } from '../metrics.ts'
import type { Job, Work } from './job.ts'
import { type ClaimedJob, claimJobs, endJob, failJob, renewLeases } from './queue.queries.ts'

const workersPerProcess = 4
/** Workers are told of a job by NOTIFY, and look by themselves. */
const lookMilliseconds = 2_000
/** A third of the lease. */
const renewMilliseconds = 4_000
const writeAgainMilliseconds = 1_000

/** Runs queued jobs and periodic tasks in this process until stopped; a killed process loses no job (decision 0008). */
export function startJobs(deps: Dependencies, { jobs, periodicTasks }: Work): { stop(): Promise<void> } {
  const [stopping, resting] = [new AbortController(), new AbortController()]
  const leases = new Leases()
  const own = jobs.filter(({ workers }) => workers !== undefined)
  const shared = jobs.filter((job) => !own.includes(job))
  const lane = (some: readonly Job[], workers: number) => new Lane(deps, leases, some, workers, stopping.signal)
  const lanes = [lane(shared, workersPerProcess), ...own.map((job) => lane([job], job.workers ?? 1))]
  const look = (heard: Heard) => {
    for (const one of lanes) if (heard === 'gap' || one.runs(String(heard.id))) one.look()
  }
  const unsubscribe = deps.live.subscribe(['jobs'], look)
  const renewing = steadily(renewMilliseconds, resting.signal, () => leases.renew(deps.db))
  const loops = [
    steadily(lookMilliseconds, stopping.signal, async () => look('gap')),
    ...periodicTasks.map((task) => perform(deps, task, stopping.signal)),
  ]
  return {
    stop: async () => {
      stopping.abort()
      unsubscribe()
      await Promise.all(loops)
      await Promise.all(lanes.map((one) => one.rest()))
      resting.abort()
      await renewing
    },
  }
}

/** The leases of the jobs that this process runs, renewed until their end is written down. */
class Leases {
  readonly ids = new Set<number>()
  #renewedAt = Number.NEGATIVE_INFINITY
  /**
   * Nobody renews during an outage of the database: only a process that has renewed twice in a row takes a job whose lease ended, so
   * that the first to reconnect does not take those of workers that reconnect a moment later.
   */
  mayTake = false

  async renew(db: Dependencies['db']): Promise<void> {
    await renewLeases(db, [...this.ids])
    const now = performance.now()
    this.mayTake = now - this.#renewedAt < 2 * renewMilliseconds
    this.#renewedAt = now
  }
}

/** Kinds of jobs that share a number of workers. */
class Lane {
  readonly #deps: Dependencies
  readonly #leases: Leases
  readonly #jobs: ReadonlyMap<string, Job>
  readonly #workers: number
  readonly #stopping: AbortSignal
  readonly #running = new Set<Promise<void>>()
  #claiming: Promise<void> | undefined
  #looksAgain = false

  constructor(deps: Dependencies, leases: Leases, jobs: readonly Job[], workers: number, stopping: AbortSignal) {
    this.#deps = deps
    this.#leases = leases
    this.#jobs = new Map(jobs.map((job) => [job.name, job]))
    this.#workers = workers
    this.#stopping = stopping
  }

  runs(name: string): boolean {
    return this.#jobs.has(name)
  }

  /** Claims a job for each free worker; asked during a claim, once more after it. */
  look(): void {
    this.#looksAgain = true
    this.#claiming ??= this.#claim().finally(() => {
      this.#claiming = undefined
    })
  }

  async rest(): Promise<void> {
    await this.#claiming
    await Promise.all(this.#running)
  }

  async #claim(): Promise<void> {
    while (this.#looksAgain && !this.#stopping.aborted && this.#running.size < this.#workers) {
      this.#looksAgain = false
      const max = this.#workers - this.#running.size
      const { mayTake } = this.#leases
      // The database is away: the next look asks again.
      const claimed = await claimJobs(this.#deps.db, { names: [...this.#jobs.keys()], max, mayTake }).catch(() => [])
      for (const job of claimed) this.#start(job)
    }
  }

  #start(job: ClaimedJob): void {
    this.#leases.ids.add(job.id)
    const work = this.#run(job).finally(() => {
      this.#leases.ids.delete(job.id)
      this.#running.delete(work)
      this.look()
    })
    this.#running.add(work)
  }

  async #run({ id, name, payload, isLastTry }: ClaimedJob): Promise<void> {
    const { db, report } = this.#deps
    const failed = await timeJob(name, async () => await this.#jobs.get(name)?.run(this.#deps, payload)).then(
      () => undefined,
      (error: unknown) => String(error instanceof Error ? error.message : error),
    )
    if (failed !== undefined && isLastTry) report?.({ job: name }, 'job abandoned')
    await this.#write(() => (failed === undefined ? endJob(db, id) : failJob(db, id, failed)))
  }

  /** The end of a job is written once the database takes writes again; a process that stops leaves it to the next try. */
  async #write(work: () => Promise<void>): Promise<void> {
    for (;;)
      try {
        return await work()
      } catch {
        if (this.#stopping.aborted) return
        await pause(writeAgainMilliseconds)
      }
  }
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
