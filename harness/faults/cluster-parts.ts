import { setTimeout as pause } from 'node:timers/promises'
import { call } from '../bench/parts/http-client.ts'
import { countJobs, insertDevice, lockDevices } from '../sql/cluster.ts'
import type { Part, Stage } from './cluster-writers.ts'
import { openEventStream } from './event-stream.ts'
import { holds, planted, within } from './fault.ts'
import { planting } from './planting.ts'
import { startSilentProxy } from './silent-proxy.ts'
import { until } from './until.ts'

const nothing = { acknowledged: 0, lost: 0, duplicates: 0 }
const freed = 20_000

/** A worker dies inside a push that hangs; another one does it, soon and once. */
export async function killWorkerInPush(stage: Stage): Promise<Part> {
  process.stderr.write('\n  worker killed inside a push… ')
  await stage.worker.signal('SIGKILL')
  const right = await killInPush(stage, {}, freed)
  const wrong = await killInPush(stage, planting('the dead are never buried'), freed * 2)
  const judge = (what: string, { milliseconds, pushes }: typeof right) => [
    within(`${what}: done by another one after`, milliseconds, freed),
    holds(`${what}: pushes told of ${pushes}`, pushes === 1),
  ]
  return {
    ...nothing,
    recoveries: [right.milliseconds],
    checks: judge('worker killed inside a push', right),
    controls: [planted('the dead are never buried', judge('defective', wrong))],
  }
}

async function killInPush({ db, owner, threads, apis, start }: Stage, env: Record<string, string>, most: number) {
  const [thread] = threads
  if (!thread) throw new Error('a conversation was inserted')
  const token = `cluster-${Object.keys(env).length}-${performance.now()}`
  await insertDevice(db, thread.userId, token)
  const [first, second] = [await start('worker', env), await start('worker', env)]
  // It takes nothing before the other one dies.
  await second.signal('SIGSTOP')
  const release = await lockDevices(db)
  const path = `/v1/discussions/${thread.discussionId}/message`
  const json = { message: token, companyId: owner.companyId }
  await call(apis[0]?.base ?? '', 'POST', path, { token: owner.token, json, headers: { 'idempotency-key': token } })
  await until('the push is held', 20_000, async () => (await countJobs(db, token)).held === 1)
  await first.signal('SIGKILL')
  await second.signal('SIGCONT')
  await release()
  const began = performance.now()
  await until('the push is done', most, async () => (await countJobs(db, token)).left === 0, 200).catch(() => undefined)
  const { left, pushes } = await countJobs(db, token)
  await second.signal('SIGKILL')
  return { milliseconds: left === 0 ? performance.now() - began : Number.POSITIVE_INFINITY, pushes }
}

/** Only the connection that listens falls silent, as a network that drops packets does it: nothing else tells the process. */
export async function silenceListener(stage: Stage): Promise<Part> {
  process.stderr.write('\n  LISTEN silent… ')
  const right = await silence(stage, {})
  const wrong = await silence(stage, planting('a live connection without a proof'))
  return {
    ...nothing,
    recoveries: [right],
    checks: [within('LISTEN silent 15 s: streams told of the gap after', right, 25_000)],
    controls: [planted('a live connection without a proof', [within('defective', wrong, 25_000)])],
  }
}

async function silence({ patroni, owner, start }: Stage, env: Record<string, string>): Promise<number> {
  const url = new URL(patroni.url)
  const proxy = await startSilentProxy(Number(url.port))
  url.port = String(proxy.port)
  const server = await start('api', { DIRECT_DATABASE_URL: url.href, ...env })
  const stream = await openEventStream(server.base, owner.token)
  await until('ready', 10_000, async () => stream.heard.includes('ready'))
  const before = stream.heard.length
  proxy.silence()
  const began = performance.now()
  await pause(15_000)
  proxy.heal()
  const heard = () => stream.heard.slice(before).includes('ready')
  await until('ready again', 20_000, async () => heard()).catch(() => undefined)
  const milliseconds = heard() ? performance.now() - began : Number.POSITIVE_INFINITY
  stream.close()
  await server.signal('SIGKILL')
  await proxy.close()
  return milliseconds
}
