import { readRegistryNumber } from '@parvis/domain/kernel/registry-number'
import { refusal } from '@parvis/domain/refusals'
import type { Dependencies } from '../../dependencies.ts'
import { countAgainstLimit } from '../../http/limits.ts'
import { findBusiness } from './find-business.ts'
import { isCodeUsed } from './registration.queries.ts'
import { relayCode } from './relay-code.ts'

export type FoundBusiness = { name: string; address: string; zipCode: string; city: string }

const perAddress = { name: 'registry-lookup', most: 30, seconds: 60 }
/** For the registry's sake, of those who look many up: the first ones of an address pass whatever a crowd does. */
const overall = { name: 'registry-lookup-all', most: 600, seconds: 60 }
const alwaysServed = 5

/**
 * What the registry knows of a code, four empty texts when it knows nothing or is silent (AMB-19). Refusals: 400
 * INVALID_CODE, 409 CODE_ALREADY_USED, 429 (30 a minute per address).
 */
export async function lookUpCode(deps: Dependencies, typed: string, from: string): Promise<FoundBusiness> {
  const used = await countAgainstLimit(deps.db, deps.config, perAddress, from)
  if (used > alwaysServed) await countAgainstLimit(deps.db, deps.config, overall, 'all')
  relayCode(deps, typed)

  const number = readRegistryNumber(typed)
  if (!number) throw refusal('registration.invalid_code')
  if (await isCodeUsed(deps.db, number.code)) throw refusal('registration.code_already_used')
  const { name, address, zipCode, city } = await findBusiness(deps, number.code)
  return { name, address, zipCode, city }
}
