import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { call } from './http-client.ts'

/** What another person saw: milliseconds of each call, and what was not answered 200: when, after how long, in which words. */
export type Witnessed = { times: number[]; refusals: string[] }

const everyMilliseconds = 50

/** In turn: one of the calls for which room is kept when all else is shed, and one of all else. */
const asked = ['/v1/authentication/session', '/v1/company/ownership']

/**
 * Another person, who asks for their session or for what they own twenty times a second whether or not they were answered; in a thread of their
 * own, so that the load that this process makes is not what keeps them waiting.
 */
export function startWitness(base: string, token: string) {
  const thread = new Worker(new URL(import.meta.url), { workerData: { base, token } })
  const ask = (word: 'tell' | 'end') =>
    new Promise<Witnessed>((resolve) => {
      thread.once('message', resolve)
      thread.postMessage(word)
    })
  return {
    /** The answers that came since the last question. */
    seen: () => ask('tell'),
    /** The same, waiting for the calls that are still open. */
    stop: async (): Promise<Witnessed> => {
      const told = await ask('end')
      await thread.terminate()
      return told
    },
  }
}

function watch({ base, token }: { base: string; token: string }): void {
  const begun = performance.now()
  const underWay = new Set<Promise<void>>()
  let told: Witnessed = { times: [], refusals: [] }
  let n = 0
  const look = async () => {
    const started = performance.now()
    const answer = await call(base, 'GET', asked[n++ % asked.length] ?? '', { token }).catch((error: unknown) => ({
      status: 0,
      body: String(error),
    }))
    const took = Math.round(performance.now() - started)
    told.times.push(took)
    if (answer.status !== 200)
      told.refusals.push(
        `${answer.status} at ${Math.round(started - begun)} ms after ${took} ms: ${answer.body.slice(0, 200)}`,
      )
  }
  const timer = setInterval(() => {
    const looking: Promise<void> = look().finally(() => underWay.delete(looking))
    underWay.add(looking)
  }, everyMilliseconds)
  parentPort?.on('message', (word: 'tell' | 'end') => {
    if (word === 'end') clearInterval(timer)
    void (word === 'end' ? Promise.all(underWay) : Promise.resolve()).then(() => {
      parentPort?.postMessage(told)
      told = { times: [], refusals: [] }
    })
  })
}

if (!isMainThread) watch(workerData as { base: string; token: string })
