import { GatewayFailure } from '../gateway-failure.ts'
import { plain } from './communes.ts'
import type { Geocoder } from './geocoder.ts'

/**
 * Keeps the last answers for a day and never asks more than `perSecond` questions a second: addresses hardly move, and
 * the service counts our calls. Beyond the limit: GatewayFailure 'rate_limited', and the person types by hand.
 */
export function createCachedGeocoder(
  geocoder: Geocoder,
  { entries = 5000, perSecond = 20, now = () => performance.now() } = {},
): Geocoder {
  const answers = new Map<string, { at: number; answer: Promise<unknown> }>()
  const isFree = createLimiter(perSecond, now)

  const remember = <T>(key: string, ask: () => Promise<T>): Promise<T> => {
    const known = answers.get(key)
    answers.delete(key)
    if (known && now() - known.at < DAY_MS) {
      answers.set(key, known)
      return known.answer as Promise<T>
    }
    if (!isFree())
      return Promise.reject(new GatewayFailure('rate_limited', 'too many addresses', { retryAfterSeconds: 1 }))
    const answer = ask()
    answers.set(key, { at: now(), answer })
    answer.catch(() => answers.delete(key))
    forgetOldest(answers, entries)
    return answer
  }
  return {
    suggest: (typed, zip, limit) =>
      remember(`s|${plain(typed)}|${zip ?? ''}|${limit}`, () => geocoder.suggest(typed, zip, limit)),
    geocode: (address, city, zip) =>
      remember(`g|${plain(address)}|${plain(city)}|${zip}`, () => geocoder.geocode(address, city, zip)),
  }
}

const DAY_MS = 86_400_000

/** A Map keeps the order of insertion: its first key is the least recently used. */
function forgetOldest(answers: Map<string, unknown>, max: number): void {
  const oldest = answers.keys().next().value
  if (answers.size > max && oldest !== undefined) answers.delete(oldest)
}

/** A bucket of `perSecond` drops that refills evenly. */
function createLimiter(perSecond: number, now: () => number): () => boolean {
  let drops = perSecond
  let last = now()
  return () => {
    drops = Math.min(perSecond, drops + ((now() - last) / 1000) * perSecond)
    last = now()
    if (drops < 1) return false
    drops -= 1
    return true
  }
}
