import { setTimeout as pause } from 'node:timers/promises'
import { call } from '../bench/parts/http-client.ts'
import type { Thread } from '../sql/seed.ts'
import { type Check, holds } from './fault.ts'

export type RetryingClients = AsyncDisposable & {
  acknowledged: Set<string>
  /** What the second try of a call got, when it was not accepted either. */
  failures: string[]
  retried(): number
  stop(): Promise<void>
}

/** One client per conversation writes continuously; a refused or lost call is retried once, at the next address. */
export function startRetryingClients(
  bases: readonly string[],
  threads: readonly Thread[],
  label: string,
): RetryingClients {
  const acknowledged = new Set<string>()
  const failures: string[] = []
  let retried = 0
  let stopped = false
  const write = async ({ discussionId, token }: Thread, lane: number) => {
    for (let n = lane; !stopped; n++) {
      const message = `${label} ${lane}-${n}`
      const options = { token, json: { message }, headers: { 'idempotency-key': message } }
      const attempt = (at: number) =>
        call(bases[at % bases.length] ?? '', 'POST', `/v1/discussions/${discussionId}/message`, options).then(
          ({ status }) => status,
          (error: Error) => error.message,
        )
      let outcome = await attempt(n)
      if (outcome !== 200) {
        retried++
        outcome = await attempt(n + 1)
      }
      if (outcome === 200) acknowledged.add(message)
      else failures.push(String(outcome))
      await pause(20)
    }
  }
  const all = Promise.all(threads.map(write))
  const stop = async () => {
    stopped = true
    await all
  }
  return { acknowledged, failures, retried: () => retried, stop, [Symbol.asyncDispose]: stop }
}

export function judgeRetried(failures: readonly string[]): Check {
  return holds(`failed after one retry: ${failures.length} ${failures[0] ?? ''}`.trim(), failures.length === 0)
}
