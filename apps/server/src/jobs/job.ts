import type { Dependencies } from '../dependencies.ts'

/** Work carried by the queue, enqueued in the transaction of what it follows from. Tried 5 times, then kept as dead. */
export type Job = { name: string; run: (deps: Dependencies, payload: unknown) => Promise<void> }

/** Work that every worker offers to do at a steady pace; it finds by the database's clock what is due. */
export type PeriodicTask = { name: string; everySeconds: number; run: (deps: Dependencies) => Promise<void> }

/** What a worker does: the kinds of queued jobs, and the periodic tasks. */
export type Work = { jobs: readonly Job[]; periodicTasks: readonly PeriodicTask[] }
