import type { Coordinates } from '@parvis/domain/kernel/place'
import { countCharacters } from '@parvis/domain/kernel/text'
import { refusal, refuseFields } from '@parvis/domain/refusals'
import type { Dependencies } from '../../dependencies.ts'
import type { AddressSuggestion } from '../../gateways/geocoder/geocoder.ts'
import { countAgainstLimit } from '../../http/limits.ts'

const searches = { name: 'geo', max: 120, seconds: 60 }

/** Address suggestions for what is typed; 400 under three characters, 429, 503 when the service is silent. */
export async function suggestAddresses(
  deps: Dependencies,
  userId: number,
  { q = '', zip, limit }: { q?: string | undefined; zip?: string | undefined; limit: number },
): Promise<AddressSuggestion[]> {
  refuseFields(countCharacters(q) >= 3 && countCharacters(q) <= 200 ? {} : { q: 'invalid' })
  await countAgainstLimit(deps.db, deps.config, searches, `user:${userId}`)
  const near = zip && /^\d{5}$/.test(zip) ? zip : undefined
  return await orUnavailable(deps.gateways.geocoder.suggest(q, near, limit))
}

/**
 * Geocodes an address; undefined when the service knows none. 400 unless street and city are given and the zip has five
 * characters.
 */
export async function geocodeAddress(
  deps: Dependencies,
  userId: number,
  typed: { address?: string | undefined; city?: string | undefined; zip?: string | undefined },
): Promise<Coordinates | undefined> {
  const { address = '', city = '', zip = '' } = typed
  refuseFields({
    ...((address === '' || address.length > 300) && { address: 'invalid' }),
    ...((city === '' || city.length > 200) && { city: 'invalid' }),
    ...(countCharacters(zip) !== 5 && { zip: 'invalid' }),
  })
  await countAgainstLimit(deps.db, deps.config, searches, `user:${userId}`)
  return await orUnavailable(deps.gateways.geocoder.geocode(address, city, zip))
}

async function orUnavailable<T>(answer: Promise<T>): Promise<T> {
  return await answer.catch(() => {
    throw refusal('request.upstream_unavailable', { retryAfter: 5 })
  })
}
