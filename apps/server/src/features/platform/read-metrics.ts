import { timingSafeEqual } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { refusal } from '@parvis/domain/refusals'
import type { FastifyRequest } from 'fastify'
import type { Config } from '../../config.ts'
import { type Database, poolNumbers } from '../../db/database.ts'
import { expectedMigrations } from '../../db/migrate.ts'
import type { Dependencies } from '../../dependencies.ts'
import { hashToken } from '../../http/authorize.ts'
import { numbersOfOthers } from '../../http/process-numbers.ts'
import type { RequestNumbers } from '../../http/request-numbers.ts'
import { measureQueue, type QueueNumbers } from '../../jobs/job-numbers.queries.ts'
import { periodicTaskAges } from '../../jobs/start-jobs.ts'
import { countEvents, everyone } from '../access/index.ts'
import { measureLateness } from '../notices/index.ts'
import { countPushes } from '../notifications/index.ts'

const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as {
  version: string
}
const daySeconds = 86_400

type Metric = { name: string; help: string; type: 'counter' | 'gauge'; values: [labels: string, value: number][] }

const askMilliseconds = 1_000
const keepMilliseconds = 10_000

type DatabaseNumbers = QueueNumbers & { unsent: number; late: number; wrongCodes: number }
type Kept = { at: number; numbers: DatabaseNumbers | undefined }
const kept = new WeakMap<Database, Promise<Kept>>()

/** The numbers to watch, as Prometheus text (docs/operations.md): those of the process whatever the database does. */
export async function readMetrics(deps: Dependencies, requests: () => RequestNumbers): Promise<string> {
  const { db } = deps
  const numbers = await readDatabaseNumbers(db)
  const others = await numbersOfOthers<ProcessNumbers>()
  const sums = others.reduce(addProcess, numbersOfProcess(deps, requests()))
  const schema = (await expectedMigrations()).at(-1) ?? ''
  const metrics: Metric[] = [
    {
      name: 'parvis_build_info',
      help: 'What this process is: version, Node, the newest migration that it knows.',
      type: 'gauge',
      values: [[`{version="${version}",node="${process.versions.node}",schema="${schema}"}`, 1]],
    },
    one('parvis_processes', 'Processes that answered for their part of these numbers.', 'gauge', 1 + others.length),
    ...ofProcess(sums),
    {
      name: 'parvis_periodic_task_age_seconds',
      help: 'Time since each periodic task last ended well.',
      type: 'gauge',
      values: sums.tasks.map(([task, age]) => [`{task="${task}"}`, age]),
    },
    one('parvis_database_pool_used', 'Database connections in use.', 'gauge', sums.pool.used),
    one('parvis_database_pool_waiting', 'Calls that wait for a database connection.', 'gauge', sums.pool.waiting),
    one('parvis_database_up', 'Whether the database answered within a second.', 'gauge', numbers ? 1 : 0),
    ...(numbers ? ofDatabase(numbers) : []),
  ]
  return `${metrics.map(write).join('')}${histogram(sums.requests)}`
}

/** Cached for ten seconds, one query at a time and one second at most: a scrape must not wait for an unreachable database. */
async function readDatabaseNumbers(db: Database): Promise<DatabaseNumbers | undefined> {
  const known = await kept.get(db)
  if (known && performance.now() - known.at < keepMilliseconds) return known.numbers
  const asked = Promise.race([askDatabase(db), setTimeout(askMilliseconds, undefined, { ref: false })])
    .catch(() => undefined)
    // A failed query is not cached: the next scrape asks again.
    .then((numbers) => ({ at: numbers ? performance.now() : Number.NEGATIVE_INFINITY, numbers }))
  kept.set(db, asked)
  return (await asked).numbers
}

async function askDatabase(db: Database): Promise<DatabaseNumbers> {
  const [queue, { unsent }, { seconds: late }, { count: wrongCodes }] = await Promise.all([
    measureQueue(db),
    countPushes(db),
    measureLateness(db),
    countEvents(db, 'wrong', everyone, daySeconds),
  ])
  return { ...queue, unsent, late, wrongCodes }
}

type ProcessNumbers = {
  requests: RequestNumbers
  live: { streams: number; isHearing: boolean; losses: number }
  pool: { used: number; waiting: number }
  memory: number
  /** Seconds since each periodic task ended well: in the process that has the jobs. */
  tasks: [string, number][]
}

/** Counters of one process. */
export function numbersOfProcess({ db, live }: Dependencies, requests: RequestNumbers): ProcessNumbers {
  return {
    requests,
    live: { streams: live.size, ...live.hearing },
    pool: poolNumbers(db),
    memory: process.memoryUsage.rss(),
    tasks: [...periodicTaskAges()],
  }
}

/** Merges the numbers of processes: sums, but the maximum of delays, and of LISTEN connections whether all are up. */
function addProcess(one: ProcessNumbers, other: ProcessNumbers): ProcessNumbers {
  return {
    requests: addRequests(one.requests, other.requests),
    live: { ...addAll(one.live, other.live), isHearing: one.live.isHearing && other.live.isHearing },
    pool: addAll(one.pool, other.pool),
    memory: one.memory + other.memory,
    tasks: [...one.tasks, ...other.tasks],
  }
}

function addRequests(one: RequestNumbers, other: RequestNumbers): RequestNumbers {
  return {
    answered: addAll(one.answered, other.answered),
    refused: addAll(one.refused, other.refused),
    seconds: one.seconds + other.seconds,
    buckets: one.buckets.map(({ bound, count }, n) => ({ bound, count: count + (other.buckets[n]?.count ?? 0) })),
    eventLoopDelaySeconds: Math.max(one.eventLoopDelaySeconds, other.eventLoopDelaySeconds),
  }
}

function addAll<Numbers extends object>(one: Numbers, other: Numbers): Numbers {
  const others = new Map<string, unknown>(Object.entries(other))
  const sums = Object.entries(one).map(([name, value]) => [name, Number(value) + Number(others.get(name) ?? 0)])
  return Object.fromEntries(sums) as Numbers
}

function ofProcess({ requests, live, memory }: ProcessNumbers): Metric[] {
  const { answered, refused, eventLoopDelaySeconds } = requests
  return [
    {
      name: 'parvis_requests_total',
      help: 'Calls answered, by class of status.',
      type: 'counter',
      values: Object.entries(answered).map(([status, count]) => [`{status="${status}"}`, count]),
    },
    {
      name: 'parvis_requests_refused_total',
      help: 'Calls refused, by status: 409 repeated or conflicting, 429 over a limit, 503 shed or the database away.',
      type: 'counter',
      values: Object.entries(refused).map(([status, count]) => [`{status="${status}"}`, count]),
    },
    one('parvis_requests_shed_total', 'Calls answered 503.', 'counter', refused[503]),
    one('parvis_event_loop_delay_seconds', 'Delay of the event loop, 99th percentile.', 'gauge', eventLoopDelaySeconds),
    one('parvis_live_streams', 'Audiences that live streams listen for.', 'gauge', live.streams),
    one('parvis_live_hearing', 'Whether the LISTEN connection is there.', 'gauge', live.isHearing ? 1 : 0),
    one('parvis_live_lost_total', 'Times that the LISTEN connection was lost.', 'counter', live.losses),
    one('parvis_memory_bytes', 'Resident memory.', 'gauge', memory),
  ]
}

/** Numbers of the database, the same in each process: an alert takes their maximum, never their sum. */
function ofDatabase({ waiting, dead, oldestSeconds, stuck, unsent, late, wrongCodes }: DatabaseNumbers): Metric[] {
  return [
    one('parvis_jobs_waiting', 'Jobs not done yet.', 'gauge', waiting),
    one('parvis_jobs_oldest_seconds', 'Age of the oldest job that is due and waits.', 'gauge', oldestSeconds),
    one('parvis_jobs_stuck', 'Jobs held by a worker that is gone, or for over five minutes.', 'gauge', stuck),
    one('parvis_jobs_dead', 'Jobs abandoned after their last try.', 'gauge', dead),
    one('parvis_pushes_unsent', 'Pushes that a crash left unsent.', 'gauge', unsent),
    one(
      'parvis_notices_late_seconds',
      'Age of the oldest notice to a professional that is due and waits.',
      'gauge',
      late,
    ),
    one('parvis_wrong_codes_day', 'Wrong sign-in codes in 24 hours.', 'gauge', wrongCodes),
  ]
}

function one(name: string, help: string, type: Metric['type'], value: number): Metric {
  return { name, help, type, values: [['', value]] }
}

function write({ name, help, type, values }: Metric): string {
  const lines = values.map(([labels, value]) => `${name}${labels} ${value}\n`)
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join('')}`
}

function histogram({ buckets, answered, seconds }: RequestNumbers): string {
  const name = 'parvis_request_seconds'
  const total = Object.values(answered).reduce((sum, count) => sum + count, 0)
  const lines = buckets.map(({ bound, count }) => `${name}_bucket{le="${bound}"} ${count}\n`)
  return `# HELP ${name} Time to answer a call.\n# TYPE ${name} histogram\n${lines.join('')}${name}_bucket{le="+Inf"} ${total}\n${name}_sum ${seconds}\n${name}_count ${total}\n`
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
