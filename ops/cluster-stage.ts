import { createECDH, randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createDatabase } from '../apps/server/src/db/database.ts'
import { sql } from '../apps/server/src/db/sql.ts'
import { startServerProcess } from '../harness/bench/parts/testbed.ts'
import { startFakeProvider } from '../harness/fakes/fake-provider.ts'
import { openEventStream } from '../harness/faults/event-stream.ts'
import { type Check, holds, type Part, planted, within } from '../harness/faults/fault.ts'
import { planting } from '../harness/faults/planting.ts'
import { sendText } from '../harness/faults/send-message.ts'
import { startSilentProxy } from '../harness/faults/silent-proxy.ts'
import { until } from '../harness/faults/until.ts'
import { countRows } from '../harness/sql/control.ts'
import { insertDevice, insertThreads } from '../harness/sql/seed.ts'
import type { PatroniCluster } from './patroni-cluster.ts'

export type Stage = Awaited<ReturnType<typeof openStage>>

/** Two processes that answer, a worker, an association and its conversations. */
export async function openStage(patroni: PatroniCluster) {
  let started = 0
  const start = (role: 'api' | 'worker', env: Record<string, string> = {}) => {
    const dataFolder = join(patroni.folder, `parvis${started++}`)
    mkdirSync(dataFolder)
    const addresses = { DATABASE_URL: patroni.url, MIGRATION_DATABASE_URL: patroni.ownerUrl }
    const secret = { SECRET_KEY: 'ab'.repeat(32) }
    return startServerProcess({ dataFolder, env: { ...addresses, ...secret, PROCESS_ROLE: role, ...env } })
  }
  const apis = [await start('api'), await start('api')]
  const worker = await start('worker')
  const db = createDatabase({ url: patroni.superuserUrl, size: 3, queryTimeoutMs: 20_000 })
  const { owner, threads, thread } = await insertThreads(db, 12)
  return {
    patroni,
    db,
    owner,
    threads,
    thread,
    apis,
    worker,
    start,
    // pool.end waits for borrowed connections, for ever where a part failed inside a transaction.
    [Symbol.asyncDispose]: async () => await Promise.race([db.pool.end(), pause(5_000)]),
  }
}

/** As a client that waits for a cluster: for two minutes. */
export const insistent = { between: 200, rest: 150, timeout: 120_000 }

const freed = 20_000

/** A worker dies inside a push that hangs; another one does it, soon and once. */
export async function killWorkerInPush(stage: Stage): Promise<Part> {
  await stage.worker.signal('SIGKILL')
  const right = await killInPush(stage, {}, freed * 3)
  const wrong = await killInPush(stage, planting('the dead are never buried'), freed + 5_000)
  return {
    recoveries: [right.milliseconds],
    checks: judgePush('worker killed inside a push', right),
    controls: [planted('the dead are never buried', judgePush('defective', wrong))],
  }
}

type Pushed = { milliseconds: number; taken: number; topics: number }

const judgePush = (what: string, { milliseconds, taken, topics }: Pushed): Check[] => [
  within(`${what}: done by another one after`, milliseconds, freed),
  holds(`${what}: taken ${taken} times by the push service, under ${topics} topics`, taken === 1 && topics === 1),
]

/** The push service leaves the first push without an answer, and takes those that come after. */
async function killInPush({ db, owner, thread, apis, start }: Stage, env: Record<string, string>, max: number) {
  await using service = await startFakeProvider()
  const settings = { PUSH_PROVIDER: 'webpush', WEB_PUSH_HOSTS: service.url, ...env }
  await using heir = await start('worker', settings)
  await using dying = await start('worker', settings)
  await insertDevice(db, thread.userId, { token: subscribedTo(service.url), platform: 'web' })
  // It takes nothing before the other one dies.
  await heir.signal('SIGSTOP')
  service.reply('silence', { status: 201, text: '' })
  // The association answers, which enqueues a push to the resident's devices.
  await sendText(apis[0]?.base ?? '', { ...thread, token: owner.token }, 'Prêt', thread.companyId)
  await until('the push is held', 20_000, async () => service.requests.length > 0, 20)
  await dying.signal('SIGKILL')
  await heir.signal('SIGCONT')
  const isDone = async () => (await countRows(db, sql`jobs where name = 'push-to-resident'`)) === 0
  const milliseconds = await until('done', max, isDone, 200).catch(() => Number.POSITIVE_INFINITY)
  const topics = new Set(service.requests.map(({ headers }) => headers.topic)).size
  return { milliseconds, taken: service.requests.length - 1, topics }
}

/** What a browser registers at that push service. */
function subscribedTo(origin: string): string {
  const browser = createECDH('prime256v1')
  const keys = { p256dh: browser.generateKeys('base64url'), auth: randomBytes(16).toString('base64url') }
  return JSON.stringify({ endpoint: `${origin}/${randomBytes(12).toString('base64url')}`, keys })
}

/** Only the connection that listens falls silent, as a network that drops packets does it: nothing else tells the process. */
export async function silenceListener(stage: Stage): Promise<Part> {
  // The process killed before is reported as a gap, which a stream cannot tell from the gap of the silence.
  await pause(6_000)
  const silent = sql`notice_senders where starts_with(id, 'notices-') and beat_at < clock_timestamp() - interval '5 seconds'`
  await until('the dead are told of', 60_000, async () => (await countRows(stage.db, silent)) === 0, 500)
  const [right, wrong] = await Promise.all([
    silence(stage, {}),
    silence(stage, planting('a live connection without a proof')),
  ])
  return {
    recoveries: [right],
    checks: [within('LISTEN silent 15 s: streams told of the gap after', right, 25_000)],
    controls: [
      planted(`a live connection without a proof (${Math.round(wrong / 1_000)} s)`, [
        holds('defective', wrong <= 25_000),
      ]),
    ],
  }
}

/** Milliseconds from the silence until the stream received a gap. */
async function silence({ patroni, owner, start }: Stage, env: Record<string, string>): Promise<number> {
  await using proxy = await startSilentProxy(patroni.url)
  await using server = await start('api', { DIRECT_DATABASE_URL: proxy.url, ...env })
  // Stopped by SIGTERM: killed, its death would be reported as a gap to the stream under test.
  await using softly = new AsyncDisposableStack()
  softly.defer(() => server.signal('SIGTERM'))
  using stream = await openEventStream(server.base, owner.token)
  await until('ready', 10_000, async () => stream.heard.includes('ready'))
  const before = stream.heard.length
  // Its notice sender keeps beating; its death would be reported as a gap (decision 0117).
  proxy.silence('parvis-live')
  const began = performance.now()
  const healed = pause(15_000).then(() => proxy.heal())
  const isTold = async () => stream.heard.slice(before).includes('ready')
  const milliseconds = await until('ready again', 35_000, isTold).then(
    () => performance.now() - began,
    () => Number.POSITIVE_INFINITY,
  )
  await healed
  return milliseconds
}
