import { Counter, Gauge, Histogram, register } from 'prom-client'
import { traceSpan } from './tracing.ts'

/*
 * What a process counts of itself from its start on, in prom-client's default registry (docs/operations.md, "What to watch").
 * `aggregator` says how the values of the processes of one machine become one: a sum where it is absent.
 */

const seconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]

const requestSeconds = new Histogram({
  name: 'parvis_request_seconds',
  help: 'Time to answer a call, by route, method and status: 409 repeated or conflicting, 429 over a limit, 503 shed.',
  labelNames: ['method', 'route', 'status'],
  buckets: seconds,
})

const jobSeconds = new Histogram({
  name: 'parvis_job_seconds',
  help: 'Time of a queued job or of a periodic task, by outcome: done or failed.',
  labelNames: ['job', 'outcome'],
  buckets: [...seconds, 10, 30, 60],
})

const providerCalls = new Counter({
  name: 'parvis_provider_calls_total',
  help: 'Messages handed to a provider of SMS, mail or push, by outcome.',
  labelNames: ['provider', 'outcome'],
})

const taskSucceeded = new Gauge({
  name: 'parvis_periodic_task_success_timestamp_seconds',
  help: 'When each periodic task last ended well.',
  labelNames: ['task'],
  aggregator: 'max',
})

type AnsweredCall = {
  id: string
  method: string
  route: string
  status: number
  milliseconds: number
  traceparent: string | string[] | undefined
}

/** Notes the time of an answered call, and its span where tracing is on. */
export function countCall({ id, method, route, status, milliseconds, traceparent }: AnsweredCall): void {
  requestSeconds.observe({ method, route, status }, milliseconds / 1_000)
  traceSpan({
    name: `${method} ${route}`,
    kind: 'server',
    milliseconds,
    isFailed: status >= 500,
    attributes: {
      'http.request.method': method,
      'http.route': route,
      'http.response.status_code': status,
      'parvis.request_id': id,
    },
    traceparent: traceparent?.toString(),
  })
}

/** Times one run of a job or periodic task; a rejection is counted as failed and goes on to the caller. */
export async function timeJob(job: string, run: () => Promise<unknown>): Promise<void> {
  const began = performance.now()
  const end = (outcome: 'done' | 'failed') => {
    const milliseconds = performance.now() - began
    jobSeconds.observe({ job, outcome }, milliseconds / 1_000)
    traceSpan({ name: `job ${job}`, kind: 'consumer', milliseconds, isFailed: outcome === 'failed' })
  }
  try {
    await run()
    end('done')
  } catch (error) {
    end('failed')
    throw error
  }
}

export function noteTaskSuccess(task: string): void {
  taskSucceeded.setToCurrentTime({ task })
}

/** The same call, counted: each of its outcomes where it answers a list of them, else done or failed. */
export function countProviderCalls<Asked, Answer>(
  provider: string,
  call: (asked: Asked) => Promise<Answer>,
): (asked: Asked) => Promise<Answer> {
  const count = (outcome: string) => providerCalls.inc({ provider, outcome })
  return async (asked) => {
    const began = performance.now()
    const trace = (isFailed: boolean) =>
      traceSpan({ name: `send ${provider}`, kind: 'client', milliseconds: performance.now() - began, isFailed })
    try {
      const answer = await call(asked)
      if (Array.isArray(answer)) for (const outcome of answer) count(String(outcome))
      else count('done')
      trace(false)
      return answer
    } catch (error) {
      count('failed')
      trace(true)
      throw error
    }
  }
}

/** Values of this process, as its siblings add them to theirs. */
export async function metricsOfProcess(): Promise<object[]> {
  return await register.getMetricsAsJSON()
}
