import { GatewayFailure } from './gateway-failure.ts'

export type CircuitBreaker = { run<T>(call: () => Promise<T>): Promise<T> }

/**
 * Stops asking a service that is down: after `failures` 'unavailable' in a row every call fails at once for
 * `coolDownMs`; then one call tries, and closes or opens the circuit again. A service that answers "no",
 * "too many" or "elsewhere" is not down.
 */
export function createCircuitBreaker(
  name: string,
  { failures = 5, coolDownMs = 30_000, now = () => performance.now() } = {},
): CircuitBreaker {
  let inARow = 0
  let openUntil = 0
  let isTrying = false

  /** True for the one call that probes a service after the cool-down (half-open). */
  const enter = () => {
    if (inARow < failures) return false
    if (now() < openUntil || isTrying) {
      throw new GatewayFailure('unavailable', `${name}: not asked, it is down`, { notAsked: true })
    }
    isTrying = true
    return true
  }
  const remember = (isDown: boolean) => {
    inARow = isDown ? inARow + 1 : 0
    if (inARow >= failures) openUntil = now() + coolDownMs
  }
  return {
    async run(call) {
      const isTrial = enter()
      try {
        const answer = await call()
        remember(false)
        return answer
      } catch (error) {
        remember(error instanceof GatewayFailure && error.kind === 'unavailable' && !isRedirect(error))
        throw error
      } finally {
        if (isTrial) isTrying = false
      }
    },
  }
}

const isRedirect = ({ status = 0 }: GatewayFailure): boolean => status >= 300 && status < 400
