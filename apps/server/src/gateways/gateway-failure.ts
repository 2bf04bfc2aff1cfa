/**
 * Why an outside service could not do what was asked.
 * - not_found: the service answered, it knows no such thing
 * - invalid_input: the service refuses the value itself; asking again is useless
 * - rate_limited: too many calls, `retryAfterSeconds` when the service said so
 * - unavailable: silence, network, 5xx, garbage or an open circuit; asking again later may work
 * - misconfigured: our key, sender or account is wrong; only the operator can mend it
 * - refused: the service understood and says no (permission, blocked account, expired token)
 */
export type GatewayFailureKind =
  | 'not_found'
  | 'invalid_input'
  | 'rate_limited'
  | 'unavailable'
  | 'misconfigured'
  | 'refused'

type GatewayFailureDetails = {
  retryAfterSeconds?: number | undefined
  /** HTTP status of the provider, when it answered. */
  status?: number | undefined
  /** True when the call was not sent: the circuit breaker was open. */
  notAsked?: boolean | undefined
  /** The provider's own error code, for mapping; never shown to a user. */
  providerCode?: string | undefined
}

/** The only error a gateway lets out. Its message is for the log: no secret, no phone, no text of a user. */
export class GatewayFailure extends Error {
  readonly kind: GatewayFailureKind
  readonly retryAfterSeconds: number | undefined
  readonly status: number | undefined
  readonly providerCode: string | undefined
  /**
   * Whether the service certainly did nothing: it refused, or was not asked. After a time-out or a cut connection nobody knows.
   */
  readonly isKnownNotApplied: boolean

  constructor(kind: GatewayFailureKind, message: string, details: GatewayFailureDetails = {}) {
    super(message)
    this.name = 'GatewayFailure'
    this.kind = kind
    this.retryAfterSeconds = details.retryAfterSeconds
    this.status = details.status
    this.providerCode = details.providerCode
    this.isKnownNotApplied = details.status !== undefined || details.notAsked === true
  }
}

/** The two levels a gateway uses; pino and Fastify's logger fit. */
export type GatewayLog = {
  info(details: object, message: string): void
  warn(details: object, message: string): void
}
