import type { Transaction } from '../db/database.ts'
import { notifyLive } from '../db/notify.queries.ts'
import type { Dependencies } from '../dependencies.ts'
import { insertJob } from './queue.queries.ts'

/** Work carried by the queue, enqueued in the transaction of what it follows from. Tried 5 times, then kept as dead. */
export type Job = {
  name: string
  run: (deps: Dependencies, payload: unknown) => Promise<void>
  /** Workers of its own in each process: what waits for an outside service delays nothing else. */
  workers?: number
}

/** Periodic task that every worker runs at a fixed interval; it finds by the database's clock what is due. */
export type PeriodicTask = { name: string; everySeconds: number; run: (deps: Dependencies) => Promise<void> }

/** Does the work of each alone: one that throws holds up no other. The task has failed then, with an error that names which. */
export async function eachAlone<T extends string | number | { id: string | number }>(
  items: Iterable<T>,
  work: (item: T) => Promise<unknown>,
): Promise<void> {
  const failures = new Map<string | number, unknown>()
  for (const item of items)
    await work(item).catch((error: unknown) => failures.set(typeof item === 'object' ? item.id : item, error))
  if (failures.size > 0) throw new AggregateError(failures.values(), `failed: ${[...failures.keys()].join(', ')}`)
}

/** The work of a worker: kinds of queued jobs, and periodic tasks. */
export type Work = { jobs: readonly Job[]; periodicTasks: readonly PeriodicTask[] }

type EnqueueOptions = {
  /** Jobs of one queue run one after the other. */
  queue?: string | null
  /** At most one waiting job per key. */
  key?: string | null
  /** How often it is tried, a little later each time; five when absent. Twelve last for about ten hours. */
  attempts?: number
  /** A lower number runs first; 0 when absent. */
  priority?: number
}

/** Before every other job: what may save somebody. */
export const urgentPriority = -10

const jobAttempts = 5

/** Enqueues in the caller's transaction: nothing is done for what was not saved, nothing saved is forgotten. */
export async function enqueue(
  tx: Transaction,
  name: string,
  payload: object,
  { queue = null, key = null, attempts = jobAttempts, priority = 0 }: EnqueueOptions = {},
): Promise<void> {
  insertJob(tx, { name, payload: JSON.stringify(payload), queue, key, maxAttempts: attempts, priority })
  // A lost NOTIFY costs two seconds: workers also poll.
  await notifyLive(tx, { topic: 'job', id: name }, ['jobs'])
}
