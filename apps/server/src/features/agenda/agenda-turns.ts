import { LRUCache } from 'lru-cache'
import type { Temporal } from 'temporal-polyfill'
import { Semaphore } from '../../admission/semaphore.ts'
import { currentSubject } from '../../current-call.ts'

/** Agendas of fewer rows take no turn. */
const smallAgenda = 500
const dayMilliseconds = 86_400_000
/** Eight crowded agendas at once would keep eight processes of PostgreSQL busy, and eight slices before any other call. */
const turns = new Semaphore({ max: 1 })

/** A place and a day, in whole days since 1970 (UTC), whose agenda was small: for ten minutes. */
const small = new LRUCache<string, true>({ max: 50_000, ttl: 600_000 })

export type AskedAgenda = {
  /** Zips, or the id of a company. */
  places: readonly string[]
  from: Temporal.Instant
  /** A later page has fewer rows than its agenda. */
  isFirst: boolean
}

export type AgendaTurn = Disposable & {
  /** To be called with all the rows of the agenda, once it is read to its end: one cut by `limit` may be crowded behind. */
  countRows: (this: void, rows: number) => void
}

/**
 * The turn of an agenda, while it is read, worked out and written: one at a time in a process, session by session, unless each of its
 * places was small when it was last read for that day: what is over was more, what is to come is less.
 */
export async function takeAgendaTurn({ places, from, isFirst }: AskedAgenda): Promise<AgendaTurn> {
  const day = Math.floor(from.epochMilliseconds / dayMilliseconds)
  const keys = places.map((place) => `${place} ${day}`)
  const countRows = (rows: number) => {
    const isSmall = rows < smallAgenda
    for (const key of keys) {
      if (!isSmall) small.delete(key)
      else if (isFirst) small.set(key, true)
    }
  }
  if (keys.every((key) => small.has(key))) return { countRows, [Symbol.dispose]: () => undefined }
  const requester = { subject: currentSubject() }
  if (!turns.take(requester)) await turns.wait(requester)
  return { countRows, [Symbol.dispose]: () => turns.leave(requester) }
}
