import { setTimeout as pause } from 'node:timers/promises'
import type { Db } from '../../apps/server/src/db/database.ts'
import { tryCall } from '../bench/parts/http-client.ts'
import { childrenOf } from '../bench/parts/process-numbers.ts'
import { insertThreads, type Thread } from '../sql/seed.ts'
import { judgeStatuses } from './answers.ts'
import { type Control, type Fault, holds, type Outcome, planted } from './fault.ts'
import { send } from './kill-postgres.ts'
import { keepAsking, until } from './until.ts'
import { judgeRetried, judgeWritten, onceMore, startWriters } from './writers.ts'

type Load = { db: Db; base: string; threads: readonly Thread[]; label: string }

/** The load goes on for so long after the last restart: a process that just started answers no 503 either. */
const afterMilliseconds = 20_000

/** Restarts, one after the other, while people write with a key, without one, and read at one address; nobody notices. */
export async function restartUnderLoad(
  { db, base, threads, label }: Load,
  restarts: number,
  restart: (n: number) => Promise<unknown>,
): Promise<Outcome> {
  const half = threads.length / 2
  await using keyed = startWriters([base], threads.slice(0, half), label, onceMore)
  await using bare = startWriters([base], threads.slice(half), `${label}-bare`, { ...onceMore, isKeyed: false })
  // The same people read their conversations, and repeat nothing. Status 0: no answer.
  const read = (token: string) => tryCall(base, 'GET', '/v1/app/discussions', { token, timeout: 15_000 })
  const questions = threads.map(({ token }) => async () => ({ status: (await read(token)).status }))
  await using readers = keepAsking(questions, onceMore.rest)
  const recoveries: number[] = []
  for (let n = 0; n < restarts; n++) {
    await keyed.nextAcknowledgement()
    const began = performance.now()
    await restart(n)
    recoveries.push(performance.now() - began)
  }
  await pause(afterMilliseconds)
  const [reads] = await Promise.all([readers.stop(), keyed.stop(), bare.stop()])
  const written = await judgeWritten(db, label, keyed)
  const shed = [...reads, ...keyed.refused, ...bare.refused].filter(({ status }) => status === 503).length
  return {
    done: `${restarts} restarts, ${keyed.acknowledged.size} writes with a key, ${bare.acknowledged.size} without, ${reads.length} reads, ${keyed.retried() + bare.retried()} retries`,
    recoveries,
    checks: [
      judgeRetried(keyed),
      judgeRetried(bare),
      judgeStatuses('reads', reads, [200]),
      holds(`answered 503: ${shed}`, shed === 0),
      ...written,
    ],
    controls: [],
  }
}

/** F16: `PROCESSES` of one address restart in turn at one signal, as systemctl reload sends it; one retry notices nothing. */
export const rollingRestart: Fault = {
  id: 'F16',
  title: 'SIGHUP, rolling restart of two processes',
  run: async ({ testbed, long }) => {
    const signals = long ? 10 : 3
    const { threads } = await insertThreads(testbed.db, 12)
    await using server = await testbed.start({ PROCESSES: '2', LOG_LEVEL: 'info' })
    const { pid, base } = server
    const isWhole = (former: readonly number[]) => {
      const now = childrenOf(pid)
      return now.length === 2 && !now.some((child) => former.includes(child))
    }
    await until('both processes', 60_000, async () => isWhole([]))
    const load = { db: testbed.db, base, threads, label: 'F16' }
    const outcome = await restartUnderLoad(load, signals, async () => {
      const former = childrenOf(pid)
      send(pid, 'SIGHUP')
      await until('both are others', 180_000, async () => isWhole(former))
    })
    const controls = [await killBoth(load, pid)]
    await server.signal('SIGTERM')
    return { ...outcome, controls }
  },
}

/** Control: both processes end at once. */
async function killBoth({ base, threads }: Load, parent: number): Promise<Control> {
  await using clients = startWriters([base], threads, 'F16-control', onceMore)
  await clients.nextAcknowledgement()
  for (const pid of childrenOf(parent)) send(pid, 'SIGKILL')
  await clients.nextAcknowledgement()
  await clients.stop()
  return planted('both processes killed at once', [judgeRetried(clients)])
}
