import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { FastifyBaseLogger } from 'fastify'
import { CannotStart } from './cannot-start.ts'
import type { Config } from './config.ts'
import { createDatabase } from './db/database.ts'
import type { DatabaseUrls } from './db/embedded/running-postgres.ts'
import { readConnectionLimit } from './db/migrate.ts'
import { requireFreePort } from './http/front-doors.ts'
import { relayMetrics } from './http/sibling-metrics.ts'
import { openDatabase } from './open-database.ts'
import type { RunningServer } from './start-server.ts'

/** Connections reserved for jobs, migrations of the next release, and the operator's tools. */
const otherConnections = 25
const minPool = 2

/** A process that ends within this time of its start is restarted after a pause, against a crash loop. */
const shortLifeMilliseconds = 5_000
const restartMilliseconds = 2_000

/**
 * Answers calls by several processes that share one port (SO_REUSEPORT, or node:cluster where the system has none), so that
 * all cores are used: this one keeps the embedded database and starts again whoever ends; the first of the others has the
 * jobs. Each of them is a whole server as with PROCESSES=1 on the same database: they share nothing else.
 */
export async function startProcesses(config: Config, log: FastifyBaseLogger): Promise<RunningServer> {
  const { port } = await requireFreePort(config)
  const database = await openDatabase(config, (sentence) => log.info(sentence.trim()))
  try {
    const size = await poolSizeOf(config, database)
    const family = new Family(config.processes, log, {
      PROCESSES: '1',
      PORT: String(port),
      DATABASE_POOL_SIZE: String(size),
      // A database of the settings is in the children's environment, behind its pooler (decision 0081).
      ...(!config.databaseUrl && { DATABASE_URL: database.url, MIGRATION_DATABASE_URL: database.ownerUrl }),
    })
    await family.start()
    return {
      restart: () => family.restart(),
      stop: async () => {
        await family.stop()
        await database.stop()
      },
    }
  } catch (error) {
    await database.stop()
    throw error
  }
}

/**
 * Pool size of each process, so that all pools and one of a replacement fit max_connections; each process has two more, for LISTEN and
 * NOTIFY.
 */
async function poolSizeOf({ processes, poolSize }: Config, { url }: DatabaseUrls): Promise<number> {
  await using db = createDatabase({ url, size: 1 })
  const max = await readConnectionLimit(db)
  const size = Math.min(poolSize, Math.floor((max - otherConnections) / (processes + 1)) - 2)
  if (size >= minPool) return size
  throw new CannotStart(
    `PROCESSES=${processes} demande plus de connexions que PostgreSQL n’en donne (${max}) : diminuez-le, ou augmentez max_connections.`,
  )
}

class Family {
  readonly #count: number
  readonly #log: FastifyBaseLogger
  readonly #settings: Record<string, string>
  readonly #alive = new Set<Worker>()
  /** By index: whoever has its role now. */
  readonly #current = new Map<number, Worker>()
  #stopping = false
  #restarting: Promise<void> | undefined

  constructor(count: number, log: FastifyBaseLogger, settings: Record<string, string>) {
    this.#count = count
    this.#log = log
    this.#settings = settings
    cluster.setupPrimary({
      exec: fileURLToPath(new URL('./main.mjs', import.meta.url)),
      // Threads of V8 beside the one that answers: four of a process would take every processor from all of them (decision 0009).
      execArgv: ['--v8-pool-size=1', ...process.execArgv],
    })
    relayMetrics(this.#alive)
  }

  /** Started alone, so that a faulty setting is reported once and ends the start. */
  async start(): Promise<void> {
    const first = this.#fork(0)
    if (!(await isReady(first))) throw new CannotStart('')
    this.#watch(first, 0)
    for (let n = 1; n < this.#count; n++) this.#watch(this.#fork(n), n)
  }

  /** `n`: its index in the cluster; the first one runs the jobs. */
  #fork(n: number): Worker {
    const worker = cluster.fork({ ...this.#settings, PROCESS_ROLE: n === 0 ? 'all' : 'api' })
    this.#alive.add(worker)
    this.#current.set(n, worker)
    worker.once('exit', () => this.#alive.delete(worker))
    return worker
  }

  /** The other processes go on answering; a replacement takes over the role of the one that ended. */
  #watch(worker: Worker, n: number): void {
    const began = performance.now()
    worker.once('exit', (code, signal) => {
      if (this.#stopping || this.#current.get(n) !== worker) return
      this.#log.error({ code, signal, pid: worker.process.pid }, 'a process ended: another takes its place')
      const wait = performance.now() - began < shortLifeMilliseconds ? restartMilliseconds : 0
      void pause(wait).then(() => {
        if (!this.#stopping) this.#watch(this.#fork(n), n)
      })
    })
  }

  /** Rolling restart: each in turn, its replacement answers before it ends. A second request waits for the first. */
  restart(): Promise<void> {
    const former = this.#restarting ?? Promise.resolve()
    this.#restarting = former.then(async () => {
      for (let n = 0; n < this.#count && !this.#stopping; n++) await this.#replace(n)
    })
    return this.#restarting
  }

  /** A replacement that does not start leaves the former in its role. */
  async #replace(n: number): Promise<void> {
    const former = this.#current.get(n)
    const next = this.#fork(n)
    if (!(await isReady(next))) {
      this.#log.error('a process could not be replaced: it goes on')
      if (former && this.#alive.has(former)) this.#current.set(n, former)
      else if (!this.#stopping) this.#watch(this.#fork(n), n)
      return
    }
    this.#watch(next, n)
    if (former && this.#alive.has(former)) await endSoftly(former)
  }

  async stop(): Promise<void> {
    this.#stopping = true
    await Promise.all(Array.from(this.#alive, endSoftly))
  }
}

async function endSoftly(worker: Worker): Promise<void> {
  worker.process.kill('SIGTERM')
  await once(worker, 'exit')
}

/** False when it ended instead: it has printed its reason. */
const isReady = (worker: Worker): Promise<boolean> =>
  Promise.race([once(worker, 'message').then(() => true), once(worker, 'exit').then(() => false)])
