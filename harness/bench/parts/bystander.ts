import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { call } from './http-client.ts'

/** Latencies of another person in milliseconds, and the calls not answered with 200: when, after how long, with which text. */
export type BystanderReport = { times: number[]; refusals: string[] }

const everyMilliseconds = 50

/** Alternates a call with reserved places (critical) and an ordinary one. */
const asked = ['/v1/authentication/session', '/v1/company/ownership']

/**
 * Another person, who calls twenty times a second, answered or not; in a thread of its own, so that this process's load does not
 * delay the calls.
 */
export function startBystander(base: string, token: string) {
  const thread = new Worker(new URL(import.meta.url), { workerData: { base, token } })
  const ask = (word: 'report' | 'end') =>
    new Promise<BystanderReport>((resolve) => {
      thread.once('message', resolve)
      thread.postMessage(word)
    })
  return {
    /** The answers received since the last question. */
    seen: () => ask('report'),
    /** The same, waiting for open calls to end. */
    stop: async (): Promise<BystanderReport> => {
      const report = await ask('end')
      await thread.terminate()
      return report
    },
  }
}

function watch({ base, token }: { base: string; token: string }): void {
  const begun = performance.now()
  const underWay = new Set<Promise<void>>()
  let report: BystanderReport = { times: [], refusals: [] }
  let n = 0
  const look = async () => {
    const started = performance.now()
    const answer = await call(base, 'GET', asked[n++ % asked.length] ?? '', { token }).catch((error: unknown) => ({
      status: 0,
      body: String(error),
    }))
    const took = Math.round(performance.now() - started)
    report.times.push(took)
    if (answer.status !== 200)
      report.refusals.push(
        `${answer.status} at ${Math.round(started - begun)} ms after ${took} ms: ${answer.body.slice(0, 200)}`,
      )
  }
  const timer = setInterval(() => {
    const looking: Promise<void> = look().finally(() => underWay.delete(looking))
    underWay.add(looking)
  }, everyMilliseconds)
  parentPort?.on('message', (word: 'report' | 'end') => {
    if (word === 'end') clearInterval(timer)
    void (word === 'end' ? Promise.all(underWay) : Promise.resolve()).then(() => {
      parentPort?.postMessage(report)
      report = { times: [], refusals: [] }
    })
  })
}

if (!isMainThread) watch(workerData as { base: string; token: string })
