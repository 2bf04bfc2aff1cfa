import { timingSafeEqual } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout } from 'node:timers/promises'
import { refusal } from '@parvis/domain/refusals'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AggregatorRegistry, Counter, Gauge, Registry } from 'prom-client'
import type { Config } from '../../config.ts'
import type { Db } from '../../db/database.ts'
import { expectedMigrations } from '../../db/migrate.ts'
import type { Dependencies } from '../../dependencies.ts'
import { hashToken } from '../../http/authorize.ts'
import { metricsOfSiblings } from '../../http/sibling-metrics.ts'
import { measureQueue } from '../../jobs/queue.queries.ts'
import { metricsOfProcess } from '../../metrics.ts'
import { countEvents, everyone } from '../access/index.ts'
import { measureLateness } from '../notices/index.ts'
import { countPushes } from '../notifications/index.ts'

const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as {
  version: string
}
const daySeconds = 86_400
const askMilliseconds = 1_000
const keepMilliseconds = 10_000

const ofProcess = {
  build: gauge('build_info', 'Version, Node, the newest migration that the process knows.', 'first', [
    'version',
    'node',
    'schema',
  ]),
  processes: gauge('processes', 'Processes that answered for their part of these numbers.'),
  loopDelay: gauge('event_loop_delay_seconds', 'Delay of the event loop, 99th percentile.', 'max'),
  memory: gauge('memory_bytes', 'Resident memory.'),
  poolUsed: gauge('database_pool_used', 'Database connections in use.'),
  poolWaiting: gauge('database_pool_waiting', 'Calls that wait for a database connection.'),
  streams: gauge('live_streams', 'Audiences that live streams listen for.'),
  hearing: gauge('live_hearing', 'Whether the LISTEN connection is there.', 'min'),
  losses: new Counter({ name: 'parvis_live_lost_total', help: 'Times that the LISTEN connection was lost.' }),
}

function gauge(
  name: string,
  help: string,
  aggregator: 'sum' | 'min' | 'max' | 'first' = 'sum',
  labelNames: string[] = [],
) {
  return new Gauge({ name: `parvis_${name}`, help, aggregator, labelNames })
}

/** Numbers of the database are the same whichever process is asked: an alert takes their maximum, never their sum. */
const reach = new Registry()
const databaseUp = new Gauge({
  name: 'parvis_database_up',
  help: 'Whether the database answered within a second.',
  registers: [reach],
})
const database = new Registry()
const ofDatabase = {
  waiting: databaseGauge('jobs_waiting', 'Jobs not done yet.'),
  oldestSeconds: databaseGauge('jobs_oldest_seconds', 'Age of the oldest job that is due and waits.'),
  stuck: databaseGauge('jobs_stuck', 'Jobs held by a worker that is gone, or for over five minutes.'),
  dead: databaseGauge('jobs_dead', 'Jobs abandoned after their last try.'),
  unsent: databaseGauge('pushes_unsent', 'Pushes that a crash left unsent.'),
  late: databaseGauge('notices_late_seconds', 'Age of the oldest notice to a professional that is due and waits.'),
  wrongCodes: databaseGauge('wrong_codes_day', 'Wrong sign-in codes in 24 hours.'),
}
const numbersOfDatabase = Object.keys(ofDatabase) as (keyof typeof ofDatabase)[]

function databaseGauge(name: string, help: string): Gauge {
  return new Gauge({ name: `parvis_${name}`, help, registers: [database] })
}

/**
 * Watches the event loop. `own` are the values of this process, `text` those
 * of all processes and of the database as Prometheus text: a process says its own whatever the database does.
 */
export function watchProcess(
  app: FastifyInstance,
  deps: Dependencies,
): { own: () => Promise<object[]>; text: () => Promise<string> } {
  const delay = monitorEventLoopDelay({ resolution: 20 })
  delay.enable()
  app.addHook('onClose', async () => delay.disable())
  const own = async () => {
    await observeProcess(deps, delay)
    return await metricsOfProcess()
  }
  const readDatabase = rememberAnswer(() => askDatabase(deps.db))
  const text = async () => {
    const numbers = await readDatabase()
    databaseUp.set(numbers ? 1 : 0)
    for (const name of numbersOfDatabase) ofDatabase[name].set(numbers?.[name] ?? 0)
    const processes = AggregatorRegistry.aggregate([await own(), ...(await metricsOfSiblings())])
    const registries = [processes, reach, ...(numbers ? [database] : [])]
    return (await Promise.all(registries.map((one) => one.metrics()))).join('\n')
  }
  return { own, text }
}

async function observeProcess({ db, live }: Dependencies, delay: IntervalHistogram): Promise<void> {
  const pool = db.pool.numbers
  const { isHearing, losses } = live.hearing
  const schema = (await expectedMigrations()).at(-1) ?? ''
  ofProcess.build.set({ version, node: process.versions.node, schema }, 1)
  ofProcess.processes.set(1)
  ofProcess.loopDelay.set(delay.percentile(99) / 1e9)
  ofProcess.memory.set(process.memoryUsage.rss())
  ofProcess.poolUsed.set(pool.used)
  ofProcess.poolWaiting.set(pool.waiting)
  ofProcess.streams.set(live.size)
  ofProcess.hearing.set(isHearing ? 1 : 0)
  ofProcess.losses.reset()
  ofProcess.losses.inc(losses)
}

/** One question at a time, a second at most, its answer good for ten: a scrape must not wait for an unreachable database. */
function rememberAnswer<Answer>(ask: () => Promise<Answer>): () => Promise<Answer | undefined> {
  let answer: Promise<Answer | undefined> | undefined
  let askedAt = 0
  return () => {
    if (answer && performance.now() - askedAt < keepMilliseconds) return answer
    askedAt = performance.now()
    answer = Promise.race([ask(), setTimeout(askMilliseconds, undefined, { ref: false })]).catch(() => undefined)
    // A failed query is not remembered: the next scrape asks again.
    void answer.then((numbers) => {
      if (!numbers) answer = undefined
    })
    return answer
  }
}

async function askDatabase(db: Db): Promise<Record<keyof typeof ofDatabase, number>> {
  const [queue, { unsent }, { seconds: late }, { count: wrongCodes }] = await Promise.all([
    measureQueue(db),
    countPushes(db),
    measureLateness(db),
    countEvents(db, 'wrong', everyone, daySeconds),
  ])
  return { ...queue, unsent, late, wrongCodes }
}

const here = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])

/** 404 for metrics unless the caller is this machine or shows the token. */
export function allowMetrics({ metricsToken }: Pick<Config, 'metricsToken'>, request: FastifyRequest): void {
  const shown = request.headers.authorization?.replace(/^Bearer\s+/i, '') ?? ''
  const allowed = metricsToken
    ? timingSafeEqual(hashToken(shown), hashToken(metricsToken))
    : here.has(request.ip) && request.headers['x-forwarded-for'] === undefined
  if (!allowed) throw refusal('request.not_found')
}
