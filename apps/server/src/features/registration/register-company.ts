import { contradictsType } from '@parvis/domain/kernel/business-type'
import { isEmail } from '@parvis/domain/kernel/internet-address'
import { readRegistryNumber } from '@parvis/domain/kernel/registry-number'
import { cleanText } from '@parvis/domain/kernel/text'
import { refusal } from '@parvis/domain/refusals'
import { type RegistrationRequest, readRegistration } from '@parvis/domain/registration/account-form'
import { transaction } from '@parvis/postgres'
import type { Network } from '../../admission/networks.ts'
import { audit } from '../../audit.queries.ts'
import type { Db } from '../../db/database.ts'
import type { Dependencies } from '../../dependencies.ts'
import { listRegionCities } from '../../gateways/geocoder/communes.ts'
import type { RegistryEntry } from '../../gateways/registry/registry.ts'
import { countAgainstLimit, countAgainstNetworks } from '../../http/limits.ts'
import {
  createCompany,
  isCodeUsed,
  listStoredCities,
  lockOwner,
  replaceCities,
  type StoredCity,
} from './registration.queries.ts'

type Request = RegistrationRequest & { originalProspectEmail: string | undefined; another: boolean }

const maxOwned = 20

/**
 * Registers a business with the name and address that the registry knows; answers its id. Refusals: 400 VALIDATION
 * (type, code), 409 ALREADY_OWNER for who owns one and does not ask for another, TOO_MANY_ESTABLISHMENTS,
 * CODE_ALREADY_USED. An invalid prospect e-mail is dropped (AMB-25, AMB-28..30).
 */
export async function registerCompany(deps: Dependencies, userId: number, request: Request): Promise<string> {
  const read = readRegistration(request)
  if ('errors' in read) throw refusal('request.validation', { fields: read.errors })

  const { zipCode, legalCategory = null, ...found } = await lookUpBusiness(deps, read.number.code)
  return await transaction(deps.db, async (tx) => {
    const owned = await lockOwner(tx, userId)
    if (owned > 0 && !request.another) throw refusal('registration.already_owner')
    if (owned >= maxOwned) throw refusal('registration.too_many_establishments')
    const companyId = await createCompany(tx, userId, {
      ...found,
      type: read.type,
      registry_code: read.number.code,
      zip_code: zipCode,
      legal_category: legalCategory,
      prospect_email: prospectEmail(request.originalProspectEmail),
    })
    if (!companyId) throw refusal('registration.code_already_used')
    const details = contradictsType(read.type, legalCategory) ? { type: read.type, legalCategory } : {}
    await audit(tx, { actor: `user:${userId}`, action: 'company.register', object: `company:${companyId}`, details })
    return companyId
  })
}

function prospectEmail(received: string | undefined): string | null {
  const email = cleanText(received ?? '')
  return isEmail(email) ? email : null
}

type FoundBusiness = { name: string; address: string; zipCode: string; city: string }

const perAddress = { name: 'registry-lookup', max: 30, seconds: 60 }
/** Limit of registry look-ups per address, for the registry's sake; a few per address pass whatever others do. */
const overall = { name: 'registry-lookup-all', max: 600, seconds: 60 }
const alwaysServed = 5

/**
 * What the registry knows of a code, four empty texts when it knows nothing or is silent. Refusals: 400
 * INVALID_CODE, 409 CODE_ALREADY_USED, 429 (30 a minute per address).
 */
export async function lookUpCode(deps: Dependencies, typed: string, from: readonly Network[]): Promise<FoundBusiness> {
  const used = await countAgainstNetworks(deps.db, deps.config, perAddress, from)
  if (used > alwaysServed) await countAgainstLimit(deps.db, deps.config, overall, 'all')
  relayCode(deps, typed)

  const number = readRegistryNumber(typed)
  if (!number) throw refusal('registration.invalid_code')
  if (await isCodeUsed(deps.db, number.code)) throw refusal('registration.code_already_used')
  const { name, address, zipCode, city } = await lookUpBusiness(deps, number.code)
  return { name, address, zipCode, city }
}

const sameCode = { name: 'registry-relay-code', max: 1, seconds: 3_600 }
const relayed = { name: 'registry-relay', max: 60, seconds: 3_600 }

/**
 * Posts a looked-up code to the team's chat and does not wait for it, so that the answer never depends on the chat.
 * Only what has the shape of a code is posted, the same one once an hour, sixty in all.
 */
function relayCode(deps: Dependencies, typed: string): void {
  const code = typed.replace(/\s/g, '').toUpperCase()
  if (!deps.gateways.chatWebhook.active || !/^[A-Z0-9]{9,14}$/.test(code)) return
  void post(deps, code).catch(() => undefined)
}

async function post({ db, config, gateways }: Dependencies, code: string): Promise<void> {
  // The same code is posted once even where limits are relaxed: a repeated search tells the team nothing new.
  await countAgainstLimit(db, { rateLimits: 'strict' }, sameCode, code)
  await countAgainstLimit(db, config, relayed, 'all')
  await gateways.chatWebhook.post(`Recherche du numéro ${code}`)
}

const unknown: RegistryEntry = { name: '', address: '', zipCode: '', city: '' }

/** What the registry says of a well-formed code; empty texts when it knows nothing or is silent for 3 s. */
async function lookUpBusiness({ gateways }: Dependencies, code: string): Promise<RegistryEntry> {
  return (await gateways.registry.lookUp(code)) ?? unknown
}

/** Writes the list of AMB-22 anew and answers how many cities it holds. */
export async function importCities(db: Db): Promise<number> {
  const cities = listRegionCities()
  await transaction(db, (tx) => replaceCities(tx, cities))
  return cities.length
}

/** The city list; the first call of a new installation fills it. */
export async function listCities(db: Db): Promise<StoredCity[]> {
  const stored = await listStoredCities(db)
  if (stored.length > 0) return stored
  await importCities(db)
  return await listStoredCities(db)
}
