import { refusal } from '@parvis/domain/refusals'
import type { Config } from '../config.ts'
import { takeCountedUse } from '../current-call.ts'
import type { Db } from '../db/database.ts'
import { countUse } from './limits.queries.ts'

/** How often something may be done by one subject: an address, a user, a company. */
export type Limit = { name: string; max: number; seconds: number }

const relaxedFactor = 100

/** Rate limit: counts one use and answers the count, or refuses with 429 and Retry-After. Counted in the database, so that processes share it. */
export async function countAgainstLimit(
  db: Db,
  config: Pick<Config, 'rateLimits'>,
  limit: Limit,
  subject: string,
): Promise<number> {
  const { used, secondsLeft } =
    takeCountedUse(limit.name, subject) ?? (await countUse(db, limit.name, subject, limit.seconds))
  if (used > relaxed(config, limit.max)) throw refusal('request.too_many_attempts', { retryAfter: secondsLeft })
  return used
}

/** The limit, or a hundred times it where settings relax limits (development, tests). */
export const relaxed = ({ rateLimits }: Pick<Config, 'rateLimits'>, max: number): number =>
  rateLimits === 'relaxed' ? max * relaxedFactor : max

/** Counts one use and says whether it exceeds the limit, for callers that answer otherwise than with 429. */
export async function isBeyond(
  db: Db,
  config: Pick<Config, 'rateLimits'>,
  { name, max, seconds }: Limit,
  subject: string,
): Promise<boolean> {
  const { used } = await countUse(db, name, subject, seconds)
  return used > relaxed(config, max)
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

/**
 * The networks of an address, each with its budget as a multiple of one address: IPv4 the address itself; IPv6 the /64, the /56
 * and the /48, the sizes that providers delegate to one customer.
 */
export function addressNetworks(ip: string): { subject: string; factor: number }[] {
  const subject = addressSubject(ip)
  if (!subject.includes(':')) return [{ subject, factor: 1 }]
  const groups = subject.split(':').map((group) => group.toLowerCase().replace(/^0+(?=.)/, ''))
  const [a, b, c, d = '0'] = groups
  const half = (Number.parseInt(d, 16) & 0xff00).toString(16)
  return [
    { subject: `${a}:${b}:${c}::/48`, factor: 4 },
    { subject: `${a}:${b}:${c}:${half}::/56`, factor: 2 },
    { subject: groups.join(':'), factor: 1 },
  ]
}

/** Counts one use against an address, and against the networks of an IPv6 one; refuses with 429 once one of them is beyond its budget. */
export async function countAgainstNetworks(
  db: Db,
  config: Pick<Config, 'rateLimits'>,
  { max, ...limit }: Limit,
  ip: string,
): Promise<void> {
  for (const { subject, factor } of addressNetworks(ip))
    await countAgainstLimit(db, config, { ...limit, max: max * factor }, `address:${subject}`)
}
