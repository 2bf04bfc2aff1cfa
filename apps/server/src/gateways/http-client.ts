import type { z } from 'zod'
import { parseJson } from '../parse-json.ts'
import { boundedFetch, type HttpReply } from './bounded-fetch.ts'
import { createCircuitBreaker } from './circuit-breaker.ts'
import { GatewayFailure, type GatewayFailureKind, type GatewayLog } from './gateway-failure.ts'

export type HttpRequest = {
  method: 'GET' | 'POST'
  /** Below the base address; what comes from a user is encoded by the caller (encodeURIComponent). */
  path: string
  query?: Record<string, string | number | undefined>
  headers?: Record<string, string>
  /** At most one of the three. */
  json?: unknown
  form?: Record<string, string>
  body?: string | Uint8Array<ArrayBuffer>
}

/** Common settings of every real provider. */
export type HttpContext = {
  log: GatewayLog
  /** Several public services ask for a descriptive one. */
  userAgent: string
  /** Overrides the provider's own time-out: tests. */
  timeoutMs?: number
}

export type HttpClientOptions = {
  /** In logs and failures. */
  name: string
  baseUrl: string
  /** For the whole call, second try included. */
  timeoutMs: number
  /** 1 = asks once more after a 5xx, a network fault or a 429 whose wait fits. Only for calls safe to repeat. */
  retries?: 0 | 1
  maxBytes?: number
}

export type HttpClient = {
  /**
   * Sends one request. 3xx and 5xx, silence, garbage and an open circuit throw GatewayFailure 'unavailable', 429
   * 'rate_limited'; any other answer is given to `read`, which throws GatewayFailure for what it does not accept.
   */
  call<T>(request: HttpRequest, read: (reply: HttpReply) => T): Promise<T>
}

/**
 * The HTTP client of the gateways: fixed base address, time-out, size cap, no redirects, circuit breaker, log without secrets.
 */
export function createHttpClient(options: HttpClientOptions, context: HttpContext): HttpClient {
  const { name, maxBytes = 1_000_000, retries = 0 } = options
  const budgetMs = context.timeoutMs ?? options.timeoutMs
  const breaker = createCircuitBreaker(name)
  const once = async <T>(request: HttpRequest, read: (reply: HttpReply) => T, timeoutMs: number) => {
    const url = urlBelow(options.baseUrl, request)
    const init = { method: request.method, ...bodyOf(request), headers: headersOf(request, context.userAgent) }
    const reply = await boundedFetch(url, init, { timeoutMs, maxBytes })
    refuseTrouble(reply)
    return read(reply)
  }
  const retryOnce = async <T>(request: HttpRequest, read: (reply: HttpReply) => T) => {
    const start = performance.now()
    // With a retry, the first attempt may use a part of the time-out only.
    const firstMs = retries === 0 ? budgetMs : Math.ceil(budgetMs * 0.6)
    try {
      return await once(request, read, firstMs)
    } catch (error) {
      const wait = retries === 0 ? undefined : waitBeforeRetry(error)
      const left = budgetMs - (performance.now() - start) - (wait ?? 0)
      if (wait === undefined || left < budgetMs * 0.2) throw error
      await new Promise((resolve) => setTimeout(resolve, wait))
      return await once(request, read, left)
    }
  }
  return {
    async call(request, read) {
      try {
        return await breaker.run(() => retryOnce(request, read))
      } catch (error) {
        throw logged(error, name, context.log)
      }
    },
  }
}

/** Parses a JSON answer; an unexpected shape counts as a failure of the service. */
export function readJson<T>(reply: HttpReply, schema: z.ZodType<T>): T {
  const parsed = schema.safeParse(parseJson(reply.text))
  // Zod's message may quote the answer: left out on purpose.
  if (!parsed.success) throw new GatewayFailure('unavailable', 'answer of an unknown shape', { status: reply.status })
  return parsed.data
}

/** Throws the usual failure of a 4xx; a provider with other meanings checks the status before. */
export function expectSuccess({ status }: HttpReply, providerCode?: string): void {
  if (status >= 200 && status < 300) return
  throw new GatewayFailure(meanings[status] ?? 'invalid_input', `answered ${status}`, { status, providerCode })
}

const meanings: Readonly<Record<number, GatewayFailureKind>> = {
  401: 'misconfigured',
  402: 'misconfigured',
  403: 'refused',
  404: 'not_found',
  410: 'not_found',
}

function urlBelow(baseUrl: string, { path, query = {} }: HttpRequest): URL {
  const base = new URL(`${baseUrl}/`)
  const url = new URL(`${baseUrl}${path}`)
  if (url.origin !== base.origin || !`${url.pathname}/`.startsWith(base.pathname)) {
    throw new GatewayFailure('invalid_input', 'an address outside the configured one')
  }
  for (const [name, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(name, String(value))
  return url
}

function bodyOf({ json, form, body }: HttpRequest): Pick<RequestInit, 'body'> {
  if (json !== undefined) return { body: JSON.stringify(json) }
  if (form !== undefined) return { body: new URLSearchParams(form).toString() }
  return body === undefined ? {} : { body }
}

function headersOf({ json, form, headers }: HttpRequest, userAgent: string): Record<string, string> {
  const type = json !== undefined ? 'application/json' : form && 'application/x-www-form-urlencoded'
  return { accept: 'application/json', 'user-agent': userAgent, ...(type && { 'content-type': type }), ...headers }
}

function refuseTrouble({ status, headers }: HttpReply): void {
  if (status === 429) {
    const retryAfterSeconds = readRetryAfter(headers)
    throw new GatewayFailure('rate_limited', 'too many calls', { status, retryAfterSeconds })
  }
  if (status >= 500) throw new GatewayFailure('unavailable', `answered ${status}`, { status })
  if (status >= 300 && status < 400)
    throw new GatewayFailure('unavailable', `answered ${status}, not followed`, { status })
}

/** Retry-After is a number of seconds, or a date, which is measured from the service's own. A day at most. */
export function readRetryAfter(headers: Headers): number | undefined {
  const retryAfter = headers.get('retry-after')
  if (!retryAfter) return undefined
  const now = Date.parse(headers.get('date') ?? '') || Date.now()
  const seconds = /^\d+$/.test(retryAfter) ? Number(retryAfter) : (Date.parse(retryAfter) - now) / 1000
  return Number.isFinite(seconds) ? Math.min(Math.max(Math.ceil(seconds), 0), 86_400) : undefined
}

function waitBeforeRetry(error: unknown): number | undefined {
  if (!(error instanceof GatewayFailure)) return undefined
  if (error.kind === 'unavailable') return 50 + Math.random() * 150
  return error.kind === 'rate_limited' && error.retryAfterSeconds !== undefined
    ? error.retryAfterSeconds * 1000
    : undefined
}

/** The error again, once the log has it. */
export function logged(error: unknown, name: string, log: GatewayLog): unknown {
  if (!(error instanceof GatewayFailure)) return error
  const { kind, status, providerCode, message } = error
  // "not found" is an answer like another one.
  if (kind !== 'not_found') log.warn({ gateway: name, kind, status, providerCode, reason: message }, 'gateway failure')
  return error
}
