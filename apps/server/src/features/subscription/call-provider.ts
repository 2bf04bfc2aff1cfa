import { refusal } from '@parvis/domain/refusals'
import { GatewayFailure } from '../../gateways/gateway-failure.ts'

/** Asks the payment provider; 502 PAYMENT_UNAVAILABLE when it is silent, 404 PAYMENT_NOT_FOUND when it knows no such thing. */
export async function callProvider<T>(call: Promise<T>): Promise<T> {
  try {
    return await call
  } catch (error) {
    if (!(error instanceof GatewayFailure)) throw error
    if (error.kind === 'not_found') throw refusal('subscription.payment_not_found')
    throw refusal('subscription.payment_unavailable', { retryAfter: error.retryAfterSeconds ?? 5 })
  }
}
