import { type BusinessType, isBusinessType } from '../kernel/business-type.ts'
import type { FieldErrors } from '../kernel/field-errors.ts'
import { type RegistryNumber, readRegistryNumber } from '../kernel/registry-number.ts'
import { checkRegistryNumber } from './account-form.ts'

export type RegistrationRequest = { type: string; siren: string }

export type ReadRegistration = { type: BusinessType; number: RegistryNumber } | { errors: FieldErrors }

/**
 * Reads what POST /company/subscription names: one of the four types, and a registry number of a kind that this type
 * registers with (AMB-16, AMB-17). Both are judged, the type first.
 */
export function readRegistration({ type, siren }: RegistrationRequest): ReadRegistration {
  if (!isBusinessType(type)) {
    const key = readRegistryNumber(siren) ? undefined : 'siret_invalid_error'
    return { errors: { type: 'type_error', ...(key && { siren: key }) } }
  }
  const key = checkRegistryNumber(siren, type)
  const number = readRegistryNumber(siren)
  if (key || !number) return { errors: { siren: key ?? 'siret_invalid_error' } }
  return { type, number }
}
