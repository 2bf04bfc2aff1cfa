import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createDatabase, type Database } from '../../apps/server/src/db/database.ts'
import { type ServerProcess, startServerProcess } from '../bench/parts/server-process.ts'
import { insertThreads, type Thread } from '../sql/seed.ts'
import { killWorkerInPush, silenceListener } from './cluster-parts.ts'
import { type ClusterWriters, judgeAnswers, longestSilence, startClusterWriters } from './cluster-writers.ts'
import { startDefectiveProxy } from './defective-proxy.ts'
import { openEventStream } from './event-stream.ts'
import { type Check, type Control, type Fault, type Outcome, planted, within } from './fault.ts'
import { send } from './kill-postgres.ts'
import { missesCluster, type PatroniCluster, startPatroniCluster } from './patroni-cluster.ts'
import { planting } from './planting.ts'
import { until } from './until.ts'
import { compareWritten, judgeWritten } from './writers.ts'

/** PostgreSQL on three machines, as docs/operations.md sets it up, while people write: what dies, hangs or is away. */
export const cluster: Fault = {
  id: 'CLUSTER',
  title: 'PostgreSQL on three machines',
  isLong: true,
  run: async () => {
    const missing = missesCluster()
    if (missing) return { done: missing, notRun: missing, checks: [], controls: [] }
    await using patroni = await startPatroniCluster()
    await using stage = await openStage(patroni)
    const parts: Part[] = []
    for (const scenario of scenarios) parts.push(await play(stage, scenario))
    parts.push(await killWorkerInPush(stage), await silenceListener(stage))
    return summary(parts)
  },
}

/** What one scenario gives to the whole. */
export type Part = {
  acknowledged: number
  lost: number
  duplicates: number
  recoveries: number[]
  checks: Check[]
  controls: Control[]
}

function summary(parts: readonly Part[]): Outcome {
  const sum = (of: (part: Part) => number) => parts.reduce((total, part) => total + of(part), 0)
  return {
    done: `${parts.length} scenarios`,
    acknowledged: sum(({ acknowledged }) => acknowledged),
    lost: sum(({ lost }) => lost),
    duplicates: sum(({ duplicates }) => duplicates),
    recoveries: parts.flatMap(({ recoveries }) => recoveries),
    checks: parts.flatMap(({ checks }) => checks),
    controls: parts.flatMap(({ controls }) => controls),
  }
}

export type Stage = {
  patroni: PatroniCluster
  db: Database
  owner: Thread
  threads: Thread[]
  apis: ServerProcess[]
  worker: ServerProcess
  start(role: 'api' | 'worker', env?: Record<string, string>): Promise<ServerProcess>
  [Symbol.asyncDispose](): Promise<void>
}

/** Two processes that answer, a worker, an association and its conversations. */
async function openStage(patroni: PatroniCluster): Promise<Stage> {
  let started = 0
  const start: Stage['start'] = (role, env = {}) => {
    const dataFolder = join(patroni.folder, `parvis${started++}`)
    mkdirSync(dataFolder)
    const addresses = { DATABASE_URL: patroni.url, MIGRATION_DATABASE_URL: patroni.ownerUrl }
    const secret = { SECRET_KEY: 'ab'.repeat(32) }
    return startServerProcess({ dataFolder, env: { ...addresses, ...secret, PROCESS_ROLE: role, ...env } })
  }
  const apis = [await start('api'), await start('api')]
  const worker = await start('worker')
  const db = createDatabase({ url: patroni.superuserUrl, size: 3, longest: 20_000 })
  const { owner, threads } = await insertThreads(db, 12)
  const companyId = threads[0]?.companyId ?? ''
  return {
    patroni,
    db,
    owner: { ...owner, companyId, discussionId: '' },
    threads,
    apis,
    worker,
    start,
    [Symbol.asyncDispose]: async () => await db.destroy(),
  }
}

type Scenario = {
  title: string
  /** Milliseconds without an acknowledged write that are right for it. */
  target: number
  blow(patroni: PatroniCluster): Promise<void>
  /** What is made wrong on purpose beside the product, under the same blow. */
  defect?: (stage: Stage, threads: Thread[]) => Promise<Defective>
  /** Whether every connection is cut, so that streams must be told of a gap. */
  cuts: boolean
}

type Defective = { name: string; bases: string[]; stop(): Promise<void> }

const afterDeath = 20_000
const afterSwitchover = 5_000

const freeze = async (pids: readonly number[], milliseconds: number) => {
  for (const pid of pids) send(pid, 'SIGSTOP')
  await pause(milliseconds)
  for (const pid of pids) send(pid, 'SIGCONT')
}

const killed = (pids: readonly number[]) => {
  for (const name of ['SIGSTOP', 'SIGKILL'] as const) for (const pid of pids) send(pid, name)
}

const scenarios: Scenario[] = [
  {
    title: 'leader’s machine killed',
    target: afterDeath,
    cuts: true,
    blow: async (patroni) => {
      const leader = await patroni.leader()
      killed(patroni.machine(leader))
      await until('another leads', 60_000, async () => ![0, leader].includes(await patroni.leader()), 200)
      await pause(4_000)
      patroni.restart(leader)
    },
    defect: async ({ apis }) => proxied('answers first', 'acknowledged before it is written', apis),
  },
  {
    title: 'switchover',
    target: afterSwitchover,
    cuts: true,
    blow: (patroni) => patroni.switchover(),
    defect: async ({ start, patroni }) => {
      const env = { DATABASE_URL: patroni.looseUrl, ...planting('a standby kept as the leader') }
      const server = await start('api', env)
      return {
        name: 'a standby kept as the leader, haproxy loose',
        bases: [server.base],
        stop: () => server.signal('SIGKILL'),
      }
    },
  },
  {
    title: 'PostgreSQL killed alone',
    target: afterDeath,
    cuts: true,
    blow: async (patroni) => killed(patroni.postgres(await patroni.leader())),
    defect: async ({ apis }) => proxied('forgets keys', 'no idempotency key', apis),
  },
  {
    title: 'leader frozen 30 s and thawed',
    target: afterDeath + 5_000,
    cuts: true,
    blow: async (patroni) => await freeze(patroni.machine(await patroni.leader()), 30_000),
  },
  {
    title: 'etcd away 20 s, failsafe mode',
    target: afterSwitchover,
    cuts: false,
    blow: async (patroni) => await freeze(patroni.etcds(), 20_000),
  },
  {
    title: 'synchronous standby frozen 25 s',
    target: afterDeath,
    cuts: false,
    blow: async (patroni) => await freeze(patroni.machine(await patroni.syncStandby()), 25_000),
  },
]

async function proxied(defect: 'answers first' | 'forgets keys', name: string, apis: readonly ServerProcess[]) {
  const proxies = await Promise.all(apis.map(({ base }) => startDefectiveProxy(() => base, defect)))
  return {
    name,
    bases: proxies.map(({ base }) => base),
    stop: async () => {
      for (const proxy of proxies) proxy.close()
    },
  }
}

async function play(stage: Stage, scenario: Scenario): Promise<Part> {
  const { patroni, db, apis } = stage
  const label = `CLUSTER ${scenario.title}`
  process.stderr.write(`\n  ${scenario.title}… `)
  await until('a leader and its synchronous standby', 60_000, async () => {
    return (await patroni.leader()) > 0 && (await patroni.syncStandby()) > 0
  })
  const writing = stage.threads.slice(0, 8)
  const defective = await scenario.defect?.(stage, stage.threads)
  const loose =
    scenario.title === 'switchover' ? await stage.start('api', { DATABASE_URL: patroni.looseUrl }) : undefined
  const streams = await Promise.all(apis.map(({ base }) => openEventStream(base, stage.owner.token)))
  const writers = startClusterWriters(
    apis.map(({ base }) => base),
    writing,
    label,
  )
  const looseWriters = loose && startClusterWriters([loose.base], stage.threads.slice(8, 10), `${label} loose`)
  const wrong = defective && startClusterWriters(defective.bases, stage.threads.slice(10), `${label} defective`)
  await pause(3_000)
  const began = performance.now()
  const heardAgain = scenario.cuts ? readyAgain(streams, began) : undefined
  await scenario.blow(patroni)
  await until('a leader', 60_000, async () => (await patroni.leader()) > 0, 200)
  await until('writes are acknowledged again', 60_000, async () => isWriting(writers)).catch((error: Error) => {
    throw new Error(`${scenario.title}: ${error.message}; last answers ${lastAnswers(writers)}`)
  })
  await pause(3_000)
  await Promise.all([writers, looseWriters, wrong].map((one) => one?.stop()))
  const silence = longestSilence(writers, began)
  const written = await compareWritten(db, label, writers.acknowledged)
  const control = wrong && defective && planted(defective.name, await judge(stage, wrong, `${label} defective`))
  const checks = [
    ...judgeAnswers(scenario.title, writers),
    ...judgeWritten(written).map((check) => ({ ...check, what: `${scenario.title}: ${check.what}` })),
    within(`${scenario.title}: longest time without an acknowledged write`, silence, scenario.target),
    ...(looseWriters ? judgeAnswers('switchover, haproxy loose', looseWriters) : []),
    ...(heardAgain ? [within(`${scenario.title}: streams told of the gap after`, await heardAgain, 25_000)] : []),
  ]
  for (const stream of streams) stream.close()
  await defective?.stop()
  await loose?.signal('SIGKILL')
  process.stderr.write(`${(silence / 1_000).toFixed(1)} s without a write`)
  const recoveries = [silence]
  return { acknowledged: writers.acknowledged.size, ...written, recoveries, checks, controls: control ? [control] : [] }
}

const isWriting = ({ attempts }: ClusterWriters) =>
  attempts.slice(-20).length === 20 && attempts.slice(-20).every(({ status }) => status === 200)

const lastAnswers = ({ attempts }: ClusterWriters) =>
  attempts
    .slice(-20)
    .map(({ status }) => status)
    .join(' ')

async function judge({ db }: Stage, writers: ClusterWriters, label: string): Promise<Check[]> {
  return [...judgeAnswers('defective', writers), ...judgeWritten(await compareWritten(db, label, writers.acknowledged))]
}

/** Milliseconds until every stream has said `ready` once more; past a minute it counts as never. */
async function readyAgain(streams: readonly { heard: string[] }[], since: number): Promise<number> {
  const readies = ({ heard }: { heard: string[] }) => heard.filter((name) => name === 'ready').length
  const before = streams.map(readies)
  const all = () => streams.every((stream, n) => readies(stream) > (before[n] ?? 0))
  await until('streams', 60_000, async () => all()).catch(() => undefined)
  return all() ? performance.now() - since : Number.POSITIVE_INFINITY
}
