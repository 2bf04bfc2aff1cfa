import { pointFor } from '../../../lib/address-key.ts'
import { typedInstant } from './check-instant-values.ts'
import type { InstantValues } from './instant-values.ts'
import type { NotificationFields } from './notification-request.ts'

/** The fields of the wire, from the form; the zip travels as a number (I-077). */
export function instantBody(values: InstantValues, companyId: string, notification: NotificationFields) {
  const typed = typedInstant(values)
  return {
    companyId,
    ...typed,
    zipCode: Number(typed.zipCode),
    ...pointFor({ ...typed, address: values.streetAddress, city: values.city }, values.position),
    ...notification,
  }
}
