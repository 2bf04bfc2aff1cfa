import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createDatabase } from '../apps/server/src/db/database.ts'
import { startServerProcess } from '../harness/bench/parts/testbed.ts'
import { type Check, type Control, holds } from '../harness/faults/fault.ts'
import { sendText } from '../harness/faults/send-message.ts'
import type { Writers } from '../harness/faults/writers.ts'
import { insertThreads, type Thread } from '../harness/sql/seed.ts'
import type { PatroniCluster } from './patroni-cluster.ts'

/** What one scenario showed. */
export type Part = {
  recoveries: number[]
  checks: Check[]
  controls: Control[]
}

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
  const { owner, companyId, threads, thread } = await insertThreads(db, 12)
  return {
    patroni,
    db,
    owner: { ...owner, companyId, discussionId: '' },
    threads,
    thread,
    apis,
    worker,
    start,
    // pool.end waits for borrowed connections, for ever where a part failed inside a transaction.
    [Symbol.asyncDispose]: async () => await Promise.race([db.destroy(), pause(5_000)]),
  }
}

/** As a client that waits for a cluster: for two minutes. */
export const insistent = { between: 200, rest: 150, timeout: 120_000 }

/** The association answers in that conversation, which enqueues a push to the resident's devices. */
export async function answerThread(
  base: string,
  { token }: Pick<Thread, 'token'>,
  { discussionId, companyId }: Thread,
  message: string,
): Promise<void> {
  await sendText(base, { discussionId, token }, message, companyId)
}

/** Whether all that was tried last is acknowledged. */
export const isWriting = ({ attempts }: Writers) =>
  attempts.slice(-20).length === 20 && attempts.slice(-20).every(({ status }) => status === 200)

/** The longest time from that moment on in which nothing was acknowledged. */
export function maxSilence({ attempts }: Writers, since: number): number {
  let last = since
  let longest = 0
  for (const { at, status } of attempts) {
    if (status !== 200 || at < since) continue
    longest = Math.max(longest, at - last)
    last = at
  }
  return longest
}

/** No 500, no hang, and every 503 within 3 s and with Retry-After. */
export function judgeAnswers(what: string, { attempts }: Writers): Check[] {
  const of = (status: number) => attempts.filter((attempt) => attempt.status === status)
  const unavailable = of(503)
  const slowest = Math.max(0, ...unavailable.map(({ milliseconds }) => milliseconds))
  const bare = unavailable.filter(({ hasRetryAfter }) => !hasRetryAfter).length
  return [
    holds(`${what}: ${of(500).length} of 500, ${of(0).length} without an answer`, of(500).length + of(0).length === 0),
    holds(
      `${what}: ${unavailable.length} of 503, ${bare} without Retry-After, the slowest after ${(slowest / 1_000).toFixed(1)} s`,
      bare === 0 && slowest < 3_500,
    ),
  ]
}
