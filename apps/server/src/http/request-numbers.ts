import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { FastifyInstance } from 'fastify'

const bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5] as const
const refusedStatuses = [409, 429, 503] as const
type Refused = (typeof refusedStatuses)[number]
type Class = '2xx' | '3xx' | '4xx' | '5xx'

/** Counters of the answers of this process since its start. */
export type RequestNumbers = {
  answered: Record<Class, number>
  /** Histogram: answers below each bound, in seconds; then all. */
  buckets: { bound: number; count: number }[]
  seconds: number
  /** Statuses of refusals that a client may cause by repeating a call: 409 and 429; 503 is ours. */
  refused: Record<Refused, number>
  eventLoopDelaySeconds: number
}

/** Counts the API calls as they are answered; the returned function gives the counters so far. */
export function countRequests(app: FastifyInstance): () => RequestNumbers {
  const answered: Record<Class, number> = { '2xx': 0, '3xx': 0, '4xx': 0, '5xx': 0 }
  const counts = bounds.map(() => 0)
  let seconds = 0
  const refused: Record<Refused, number> = { 409: 0, 429: 0, 503: 0 }
  const delay = monitorEventLoopDelay({ resolution: 20 })
  delay.enable()
  app.addHook('onClose', async () => delay.disable())
  app.addHook('onResponse', (request, reply, done) => {
    done()
    if (!request.url.startsWith('/v1/')) return
    const taken = reply.elapsedTime / 1_000
    answered[`${Math.floor(reply.statusCode / 100)}xx` as Class]++
    if (isRefused(reply.statusCode)) refused[reply.statusCode]++
    seconds += taken
    const first = bounds.findIndex((bound) => taken <= bound)
    if (first >= 0) counts[first] = (counts[first] ?? 0) + 1
  })
  return () => ({
    answered: { ...answered },
    buckets: bounds.map((bound, index) => ({ bound, count: sum(counts.slice(0, index + 1)) })),
    seconds,
    refused: { ...refused },
    eventLoopDelaySeconds: delay.percentile(99) / 1e9,
  })
}

const isRefused = (status: number): status is Refused => refusedStatuses.some((one) => one === status)

const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0)
