import { GatewayFailure, type GatewayFailureKind } from '../gateway-failure.ts'

/** What an error of Stripe's library means to us; its message may quote what was sent, so it is left out. */
export function toFailure(error: unknown): GatewayFailure {
  if (error instanceof GatewayFailure) return error
  if (!(error instanceof Error)) return new GatewayFailure('unavailable', 'Stripe: unknown trouble')
  const { type, code, statusCode, headers } = error as StripeTrouble
  const details = {
    status: typeof statusCode === 'number' ? statusCode : undefined,
    providerCode: typeof code === 'string' ? code.slice(0, 60) : undefined,
    retryAfterSeconds: secondsOf(headers?.['retry-after']),
  }
  const name = typeof type === 'string' ? type : error.name
  return new GatewayFailure(kindOf(name, details.status, details.providerCode), `Stripe: ${name}`, details)
}

type StripeTrouble = { type?: unknown; code?: unknown; statusCode?: unknown; headers?: Record<string, string> }

function kindOf(type: string, status: number | undefined, code: string | undefined): GatewayFailureKind {
  if (status === 404 || code === 'resource_missing') return 'not_found'
  return KINDS[type] ?? 'unavailable'
}

const KINDS: Readonly<Record<string, GatewayFailureKind>> = {
  StripeInvalidRequestError: 'invalid_input',
  StripeIdempotencyError: 'invalid_input',
  StripeCardError: 'refused',
  StripePermissionError: 'misconfigured',
  StripeAuthenticationError: 'misconfigured',
  StripeRateLimitError: 'rate_limited',
}

function secondsOf(retryAfter: string | undefined): number | undefined {
  return retryAfter && /^\d+$/.test(retryAfter) ? Number(retryAfter) : undefined
}
