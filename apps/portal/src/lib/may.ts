import type { AnyEndpoint, EndpointKey } from '@parvis/domain/api'
import type { EndpointAt } from '@parvis/domain/kernel/contract'
import { isAtLeast, type Role } from '@parvis/domain/kernel/roles'
import { useEstablishment } from './session.ts'

/** The least role that the contract names for a call; never for a call that asks for none. */
type LeastRole<K extends EndpointKey> = EndpointAt<AnyEndpoint, K>['access'] extends { atLeast: infer R } ? R : never

/**
 * The calls that buttons, links and pages of the portal stand for, with their least role. No schema reaches the browser: the
 * compiler compares each with the contract.
 */
const leastRoles = {
  'POST /v1/instants': 'publisher',
  'PUT /v1/instants/:id/bookings': 'publisher',
  'POST /v1/company/:id/update-settings-and-openingHours': 'manager',
  'PUT /v1/company/:id/hours/week': 'manager',
  'GET /v1/company/:id/domain': 'manager',
  'PUT /v1/company/:id/open-data': 'manager',
  'PUT /v1/company/:id/calendar': 'publisher',
  'POST /v1/company/:id/codes': 'manager',
  'POST /v1/company/:id/photos': 'manager',
  'GET /v1/company/:id/subscription': 'manager',
  'PUT /v1/company/:id/order-settings': 'manager',
  'GET /v1/company/:id/orders/totals': 'manager',
  'POST /v1/company/:id/quick-replies': 'manager',
  'POST /v1/company/:id/broadcast': 'manager',
  'POST /v1/municipality/:id/service': 'manager',
  'POST /v1/company/:id/acts': 'manager',
  'POST /v1/company/:id/alerts': 'manager',
  'POST /v1/company/:id/invitations': 'manager',
  'POST /v1/payment/create/paymentSession': 'owner',
} as const satisfies { [K in EndpointKey]?: LeastRole<K> }

export type GuardedCall = keyof typeof leastRoles

/** Whether a role opens a call. The server decides again. */
export const may = (role: Role, call: GuardedCall): boolean => isAtLeast(role, leastRoles[call])

/** `may` for the person's role in the establishment of this tab. */
export function useMay(): (call: GuardedCall) => boolean {
  const { role } = useEstablishment()
  return (call) => may(role, call)
}
