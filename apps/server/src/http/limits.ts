import { refusal } from '@parvis/domain/refusals'
import type { Network } from '../admission/networks.ts'
import type { Config } from '../config.ts'
import { takeCountedUse } from '../current-call.ts'
import type { Db } from '../db/database.ts'
import { countUse, returnUse } from './limits.queries.ts'

/** How often something may be done by one subject: an address, a user, a company. `uses`: how many this act is, one when absent. */
export type Limit = { name: string; max: number; seconds: number; uses?: number }

const relaxedFactor = 100

/** Rate limit, shared by all processes: counts one use and answers the count, or refuses with 429 and Retry-After. */
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
  { name, max, seconds, uses }: Limit,
  subject: string,
): Promise<boolean> {
  const { used } = await countUse(db, name, subject, seconds, uses)
  return used > relaxed(config, max)
}

/**
 * Counts one use against each network of an address, the narrowest first; answers the uses as a share of one address. A use that
 * one network refuses is not counted against the wider ones, which are their neighbours' too.
 */
export async function countAgainstNetworks(
  db: Db,
  config: Pick<Config, 'rateLimits'>,
  limit: Limit,
  networks: readonly Network[],
): Promise<number> {
  let used = 0
  for (const { subject, factor } of networks.toReversed()) {
    const ofNetwork = { ...limit, max: limit.max * factor }
    used = Math.max(used, (await countAgainstLimit(db, config, ofNetwork, `address:${subject}`)) / factor)
  }
  return used
}

/** Counts one use in each network of an address and says whether one of them exceeds the limit. */
export async function isBeyondNetworks(
  db: Db,
  config: Pick<Config, 'rateLimits'>,
  limit: Limit,
  networks: readonly Network[],
): Promise<boolean> {
  for (const { subject, factor } of networks.toReversed()) {
    if (await isBeyond(db, config, { ...limit, max: limit.max * factor }, `address:${subject}`)) return true
  }
  return false
}

/** Takes a use of `countAgainstNetworks` back, for an act that did not happen. */
export async function returnNetworkUse(db: Db, { name }: Limit, networks: readonly Network[]): Promise<void> {
  for (const { subject } of networks.toReversed()) await returnUse(db, name, `address:${subject}`)
}

/** Uses of a minute counted in this process, for what is asked too often to be counted in the database. */
export class MinuteCounts {
  readonly #max: number
  readonly #used = new Map<string, number>()
  #began = performance.now()

  constructor(max: number) {
    this.#max = max
  }

  /** Counts one use against each network of an address; refuses with 429 once one of them is beyond its budget. */
  count(config: Pick<Config, 'rateLimits'>, networks: readonly Network[]): void {
    const left = this.#began + 60_000 - performance.now()
    if (left <= 0) {
      this.#used.clear()
      this.#began = performance.now()
    }
    for (const { subject, factor } of networks.toReversed()) {
      const used = (this.#used.get(subject) ?? 0) + 1
      if (used > relaxed(config, this.#max) * factor)
        throw refusal('request.too_many_attempts', { retryAfter: Math.max(1, left / 1_000) })
      this.#used.set(subject, used)
    }
  }
}
