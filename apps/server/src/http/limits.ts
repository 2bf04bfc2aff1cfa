import { refusal } from '@parvis/domain/refusals'
import type { Config } from '../config.ts'
import type { Db } from '../db/database.ts'
import { countUse } from './limits.queries.ts'

/** How often something may be done by one subject: an address, a user, a company. */
export type Limit = { name: string; most: number; seconds: number }

const relaxedFactor = 100

/** Takes one ticket or refuses with 429 and the seconds to wait. Counted in the database, so that processes share it. */
export async function takeTicket(
  db: Db,
  config: Pick<Config, 'rateLimits'>,
  limit: Limit,
  subject: string,
): Promise<void> {
  const most = config.rateLimits === 'relaxed' ? limit.most * relaxedFactor : limit.most
  const { used, secondsLeft } = await countUse(db, limit.name, subject, limit.seconds)
  if (used > most) throw refusal('request.too_many_attempts', { retryAfter: secondsLeft })
}

/** The subject of per-address limits: the address for IPv4, the /64 for IPv6. */
export function addressSubject(ip: string): string {
  if (!ip.includes(':') || ip.startsWith('::ffff:')) return ip.replace('::ffff:', '')
  const [head = [], tail] = ip.split('::').map((part) => part.split(':'))
  const zeros = tail ? Array<string>(Math.max(0, 8 - head.length - tail.length)).fill('0') : []
  return [...head, ...zeros, ...(tail ?? [])]
    .slice(0, 4)
    .map((group) => group || '0')
    .join(':')
}
