import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '../apps/server/src/db/database.ts'
import { call, clientAt } from '../harness/bench/parts/http-client.ts'
import type { ServerProcess } from '../harness/bench/parts/server-process.ts'
import { type Check, type Control, holds } from '../harness/faults/fault.ts'
import type { Thread } from '../harness/sql/seed.ts'
import type { PatroniCluster } from './patroni-cluster.ts'

/** Counts of one scenario, added to the totals. */
export type Part = {
  acknowledged: number
  lost: number
  duplicates: number
  recoveries: number[]
  checks: Check[]
  controls: Control[]
}

export type Stage = {
  patroni: PatroniCluster
  db: Database
  owner: Thread
  threads: Thread[]
  apis: ServerProcess[]
  worker: ServerProcess
  start: (role: 'api' | 'worker', env?: Record<string, string>) => Promise<ServerProcess>
  [Symbol.asyncDispose](): Promise<void>
}

type Attempt = { at: number; status: number; milliseconds: number; hasRetryAfter: boolean }

/** Records of the writers: each repeats its message under its key until it is answered 200. */
export type ClusterWriters = AsyncDisposable & {
  acknowledged: Set<string>
  attempts: Attempt[]
  /** Ends once every last message is acknowledged, or at once when that is not required. */
  stop(isPatient?: boolean): Promise<void>
}

const gapMilliseconds = 150

/** One client per conversation, each to the processes in turn, as behind a proxy. */
export function startClusterWriters(
  bases: readonly string[],
  threads: readonly Thread[],
  label: string,
): ClusterWriters {
  const acknowledged = new Set<string>()
  const attempts: Attempt[] = []
  let stopped = false
  let waits = true
  const send = async ({ discussionId, token }: Thread, text: string, base: string) => {
    const began = performance.now()
    // A header takes no typographic apostrophe.
    const headers = { 'idempotency-key': text.slice(-36) }
    const options = { token, json: { message: text }, headers, timeout: 15_000 }
    const answer = await call(base, 'POST', `/v1/discussions/${discussionId}/message`, options).catch(() => undefined)
    const at = performance.now()
    const hasRetryAfter = answer?.headers['retry-after'] !== undefined
    attempts.push({ at, status: answer?.status ?? 0, milliseconds: at - began, hasRetryAfter })
    return answer?.status === 200
  }
  const write = async (thread: Thread, lane: number) => {
    for (let n = lane; !stopped; n++) {
      const text = `${label} ${randomUUID()}`
      const deadline = performance.now() + 120_000
      let tries = 0
      while (!(await send(thread, text, bases[(n + tries++) % bases.length] ?? ''))) {
        if (performance.now() > deadline || !waits) return
        await pause(200)
      }
      acknowledged.add(text)
      await pause(gapMilliseconds)
    }
  }
  const all = Promise.all(threads.map(write))
  const stop = async (isPatient = true) => {
    stopped = true
    waits = isPatient
    await all
  }
  return { acknowledged, attempts, stop, [Symbol.asyncDispose]: () => stop(false) }
}

/** The association answers in that conversation, which enqueues a push to the resident's devices. */
export async function answerThread(
  base: string,
  { token }: Pick<Thread, 'token'>,
  { discussionId, companyId }: Thread,
  message: string,
): Promise<void> {
  const body = { message, companyId }
  await clientAt(base).call('POST /v1/discussions/:id/message', { token, params: { id: discussionId }, body })
}

/** Whether all that was tried last is acknowledged. */
export const isWriting = ({ attempts }: ClusterWriters) =>
  attempts.slice(-20).length === 20 && attempts.slice(-20).every(({ status }) => status === 200)

/** The longest time from that moment on in which nothing was acknowledged. */
export function maxSilence({ attempts }: ClusterWriters, since: number): number {
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
export function judgeAnswers(what: string, { attempts }: ClusterWriters): Check[] {
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
