import type { FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { readToken } from '../http/bearer-token.ts'
import { shownSecret } from '../http/resident-cookie.ts'
import { addressNetworks, type Network } from './networks.ts'
import type { Quota, Requester } from './semaphore.ts'

/** Calls at work at once, and calls that wait: of a session, and of an address without one. */
const ofSession = { max: 8, waiting: 60 }
const ofNetwork = { max: 16, waiting: 240 }

/** Secrets of ours have 43 characters: a longer one is of no session, and would only fill memory. */
const longestSecret = 200
/** The cache reads the clock once a second: by default once a millisecond, with a timer each time. */
const ttlResolution = 1_000
/**
 * Secrets of sessions and of residents' devices that the database knew at their last call, for ten minutes; and those that it did
 * not know, for a minute: apart, so that words that a stranger invents push nobody out.
 */
const known = new LRUCache<string, true>({ max: 50_000, ttl: 600_000, updateAgeOnGet: true, ttlResolution })
const refused = new LRUCache<string, true>({ max: 10_000, ttl: 60_000, ttlResolution })

/** Called with the secret of a session or a device that the database knows, or does not know any more. */
export function noteSecret(secret: string, isKnown: boolean): void {
  if (secret.length > longestSecret) return
  if (!isKnown) {
    known.delete(secret)
    refused.set(secret, true)
  } else if (!known.has(secret)) known.set(secret, true)
}

/**
 * Who a call is before the database is asked: a session or a device that it knew lately; anybody else is their network, whatever
 * they write in `Authorization`. Secrets that nobody has judged yet share turns of their own, so that the first call of a session
 * does not wait behind those of a network that shows none. The secret, not its header: a token may be written in a hundred ways.
 */
export function requesterOf(request: Pick<FastifyRequest, 'headers' | 'ip'>, kind = ''): Requester {
  const secret = readToken(request.headers) ?? shownSecret(request.headers)
  if (secret && known.get(secret)) {
    const subject = `${kind}${secret}`
    return { subject, quotas: [{ subject, ...ofSession }] }
  }
  const isNew = secret !== undefined && secret.length <= longestSecret && !refused.has(secret)
  const quotas = quotasOf(addressNetworks(request.ip), ofNetwork, isNew ? `${kind}new ` : kind)
  return { subject: quotas[0].subject, quotas }
}

/** The quotas of an address: in each of its networks as many more as it is larger. */
export function quotasOf(networks: [Network, ...Network[]], { max, waiting }: Omit<Quota, 'subject'>, kind = '') {
  const shareOf = ({ subject, factor }: Network): Quota => ({
    subject: `${kind}${subject}`,
    max: max * factor,
    waiting: waiting * factor,
  })
  const [widest, ...others] = networks
  return [shareOf(widest), ...others.map(shareOf)] as const
}
