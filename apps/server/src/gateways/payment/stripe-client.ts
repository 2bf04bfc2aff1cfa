import type Stripe from 'stripe'
import { boundedFetch } from '../bounded-fetch.ts'
import type { HttpContext } from '../http-client.ts'

/** Stripe repeats a call once by itself, with the same idempotency key: a person waits 9 s at most. */
const ATTEMPT_MS = 4000
const MAX_BYTES = 2_000_000

/** The official library, loaded on first use, over our bounded exchange. */
export async function openStripe(
  { secretKey, apiUrl }: { secretKey: string; apiUrl: string },
  context: HttpContext,
): Promise<Stripe> {
  const { default: StripeLibrary } = await import('stripe')
  const { protocol, hostname, port } = new URL(apiUrl)
  const timeoutMs = context.timeoutMs ?? ATTEMPT_MS
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
  const { status, headers, text } = await boundedFetch(url, init ?? {}, { timeoutMs, maxBytes: MAX_BYTES })
  const hasBody = status !== 204 && status !== 304
  return new Response(hasBody ? text : null, { status, headers })
}
