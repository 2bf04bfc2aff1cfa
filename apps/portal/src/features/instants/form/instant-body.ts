import { pointFor } from '../../../lib/address-key.ts'
import { typedInstant } from './check-instant-values.ts'
import type { InstantValues } from './instant-values.ts'

/** The fields of the wire, from the form; the zip travels as a number (I-077). */
export function instantBody(values: InstantValues, companyId: string, notificationDate: string | undefined) {
  const typed = typedInstant(values)
  return {
    companyId,
    ...typed,
    zipCode: Number(typed.zipCode),
    ...pointFor({ ...typed, address: values.streetAddress, city: values.city }, values.position),
    notificationDate,
  }
}
