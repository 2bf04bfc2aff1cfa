import type Stripe from 'stripe'
import { boundedFetch } from '../bounded-fetch.ts'
import { GatewayFailure, type GatewayFailureKind } from '../gateway-failure.ts'
import { type HttpContext, readRetryAfter } from '../http-client.ts'

/** Stripe repeats a call once by itself, with the same idempotency key: a person waits 9 s at most. */
const attemptMilliseconds = 4000
const maxAnswerBytes = 2_000_000

/** The official library, loaded on first use, over our bounded exchange. */
export async function openStripe(
  { secretKey, apiUrl }: { secretKey: string; apiUrl: string },
  context: HttpContext,
): Promise<Stripe> {
  const { default: StripeLibrary } = await import('stripe')
  const { protocol, hostname, port } = new URL(apiUrl)
  const timeoutMs = context.timeoutMs ?? attemptMilliseconds
  const isPlain = protocol === 'http:'
  return new StripeLibrary(secretKey, {
    host: hostname,
    port: port || (isPlain ? 80 : 443),
    protocol: isPlain ? 'http' : 'https',
    httpClient: StripeLibrary.createFetchHttpClient((url, init) => bounded(new URL(urlOf(url)), init, timeoutMs)),
    timeout: timeoutMs + 1000,
    maxNetworkRetries: 1,
    telemetry: false,
    appInfo: { name: 'Parvis' },
  })
}

function urlOf(input: string | URL | Request): string | URL {
  return input instanceof Request ? input.url : input
}

async function bounded(url: URL, init: RequestInit | undefined, timeoutMs: number): Promise<Response> {
  const { status, headers, text } = await boundedFetch(url, init ?? {}, { timeoutMs, maxBytes: maxAnswerBytes })
  const hasBody = status !== 204 && status !== 304
  return new Response(hasBody ? text : null, { status, headers })
}

/** What an error of Stripe's library means to us; its message may quote what was sent, so it is left out. */
export function toFailure(error: unknown): GatewayFailure {
  if (error instanceof GatewayFailure) return error
  if (!(error instanceof Error)) return new GatewayFailure('unavailable', 'Stripe: unknown trouble')
  const { type, code, statusCode, headers } = error as StripeTrouble
  const details = {
    status: typeof statusCode === 'number' ? statusCode : undefined,
    providerCode: typeof code === 'string' ? code.slice(0, 60) : undefined,
    retryAfterSeconds: readRetryAfter(new Headers(headers)),
  }
  const name = typeof type === 'string' ? type : error.name
  return new GatewayFailure(kindOf(name, details.status, details.providerCode), `Stripe: ${name}`, details)
}

type StripeTrouble = { type?: unknown; code?: unknown; statusCode?: unknown; headers?: Record<string, string> }

function kindOf(type: string, status: number | undefined, code: string | undefined): GatewayFailureKind {
  if (status === 404 || code === 'resource_missing') return 'not_found'
  return kinds[type] ?? 'unavailable'
}

const kinds: Readonly<Record<string, GatewayFailureKind>> = {
  StripeInvalidRequestError: 'invalid_input',
  StripeIdempotencyError: 'invalid_input',
  StripeCardError: 'refused',
  StripePermissionError: 'misconfigured',
  StripeAuthenticationError: 'misconfigured',
  StripeRateLimitError: 'rate_limited',
}
