import type { Dependencies } from '../../dependencies.ts'
import type { RegistryEntry } from '../../gateways/registry/registry.ts'

const unknown: RegistryEntry = { name: '', address: '', zipCode: '', city: '' }

/** What the registry says of a well-formed code; empty texts when it knows nothing or is silent for 3 s (AMB-19). */
export async function findBusiness({ gateways }: Dependencies, code: string): Promise<RegistryEntry> {
  return (await gateways.registry.lookUp(code)) ?? unknown
}
