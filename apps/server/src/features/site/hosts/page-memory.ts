import { createHash } from 'node:crypto'
import { durations, secondsOf } from '@parvis/domain/kernel/durations'
import { LRUCache } from 'lru-cache'
import { Semaphore } from '../../../admission/semaphore.ts'
import type { Blobs } from '../../../gateways/blobs/blobs.ts'
import type { ReadyAnswer } from './page-answer.ts'

const maxBytes = 64 * 1024 * 1024
/** A town, or a host, has an eighth of it: whoever asks for all its pages leaves those of others. */
const maxShare = maxBytes / 8
const freshMilliseconds = secondsOf(durations.freshPage) * 1_000

const timeoutMilliseconds = 1_000

/** The limit of concurrent renderings was reached for a second: the page is answered 503. */
export class PagesBusy extends Error {}

/** Turns of concurrent renderings in a process, so that pages never starve calls. */
export const drawingTurns = (): Semaphore =>
  new Semaphore({
    max: 40,
    milliseconds: timeoutMilliseconds,
    reason: () => new PagesBusy('pages are drawn by others'),
  })

/** In bytes: the page, what its two compressed forms add, its tags and the objects around them. @internal */
export const pageWeight = ({ bytes, tags = [] }: ReadyAnswer): number =>
  Math.ceil(bytes.length * 1.6) + 150 * tags.length + 2_000

/** `resident: /clichy-92110` of a town, `premium:fournil /` of a host. */
const shareOf = (key: string): string => /^resident: \/[^/?]*|^[^/]*/.exec(key)?.[0] ?? ''

type CachedPage = { answer: ReadyAnswer; at: number }

/**
 * Page cache of this process: one rendering at a time per address; a page is stale after 30 s, or when its content
 * changes. A stale page may be served while the database is away.
 */
export class PageMemory {
  readonly #pages = new LRUCache<string, CachedPage>({
    maxSize: maxBytes,
    sizeCalculation: ({ answer }) => pageWeight(answer),
    dispose: ({ answer }, key) => this.#forget(key, answer),
  })
  readonly #tagged = new Map<string, Set<string>>()
  /** The keys of each share, the oldest first, and their weight. */
  readonly #shares = new Map<string, { keys: Set<string>; weight: number }>()
  readonly #rendering = new Map<string, Promise<ReadyAnswer>>()
  /** Generation, incremented by each invalidation: a page rendered from rows read before it is not cached. */
  #changes = 0

  /**
   * The answer of an address: cached, being rendered, or rendered now. A stale page is served when rendering fails because the
   * database is away, or takes a second.
   */
  async read(key: string, make: () => Promise<ReadyAnswer>, isAway: (error: unknown) => boolean): Promise<ReadyAnswer> {
    const known = this.#pages.get(key)
    if (known && performance.now() - known.at < freshMilliseconds) return known.answer
    const going = this.#rendering.get(key) ?? this.#make(key, make)
    try {
      return await (known ? soonOr(going, known.answer) : going)
    } catch (error) {
      if (known && isAway(error)) return known.answer
      throw error
    }
  }

  get isEmpty(): boolean {
    return this.#pages.size === 0
  }

  /** Whether this address needs no rendering now: fresh, or being rendered. */
  holds(key: string): boolean {
    const known = this.#pages.peek(key)
    return this.#rendering.has(key) || (known !== undefined && performance.now() - known.at < freshMilliseconds)
  }

  #make(key: string, make: () => Promise<ReadyAnswer>): Promise<ReadyAnswer> {
    const before = this.#changes
    const making = make()
      .then((answer) => {
        if (before === this.#changes && answer.tags) this.#keep(key, answer)
        return answer
      })
      .finally(() => {
        if (this.#rendering.get(key) === making) this.#rendering.delete(key)
      })
    this.#rendering.set(key, making)
    return making
  }

  #keep(key: string, answer: ReadyAnswer): void {
    this.#pages.set(key, { answer, at: performance.now() })
    if (!this.#pages.has(key)) return
    for (const tag of answer.tags ?? []) this.#tagged.set(tag, (this.#tagged.get(tag) ?? new Set()).add(key))
    const share = this.#shares.get(shareOf(key)) ?? { keys: new Set(), weight: 0 }
    share.keys.add(key)
    share.weight += pageWeight(answer)
    this.#shares.set(shareOf(key), share)
    for (const oldest of share.keys) {
      if (share.weight <= maxShare) return
      this.#pages.delete(oldest)
    }
  }

  #forget(key: string, answer: ReadyAnswer): void {
    const share = this.#shares.get(shareOf(key))
    if (share?.keys.delete(key)) share.weight -= pageWeight(answer)
    if (share?.keys.size === 0) this.#shares.delete(shareOf(key))
    for (const tag of answer.tags ?? []) {
      const keys = this.#tagged.get(tag)
      if (keys?.delete(key) && keys.size === 0) this.#tagged.delete(tag)
    }
  }

  /** Removes the pages tagged with one of these. */
  drop(tags: readonly string[]): void {
    this.#changes++
    this.#rendering.clear()
    for (const tag of tags) for (const key of Array.from(this.#tagged.get(tag) ?? [])) this.#pages.delete(key)
  }

  clear(): void {
    this.#changes++
    this.#rendering.clear()
    this.#pages.clear()
    this.#tagged.clear()
    this.#shares.clear()
  }
}

/** The new rendering, or the stale answer when rendering is slow; the rendering goes on for the next reader. */
async function soonOr(going: Promise<ReadyAnswer>, older: ReadyAnswer): Promise<ReadyAnswer> {
  const { promise, resolve } = Promise.withResolvers<ReadyAnswer>()
  const late = setTimeout(() => resolve(older), timeoutMilliseconds)
  try {
    return await Promise.race([going, promise])
  } finally {
    clearTimeout(late)
    going.catch(() => undefined)
  }
}

const nameOf = (key: string): string => `shelf/${createHash('sha256').update(key).digest('hex')}`

/**
 * Second level of the page cache, in the files, for what the law wants read whatever is down: written after each posting, sending,
 * correction or end, read only where drawing fails for want of the database.
 */
export class PageShelf {
  readonly #blobs: Blobs

  constructor(blobs: Blobs) {
    this.#blobs = blobs
  }

  async keep(key: string, answer: ReadyAnswer): Promise<void> {
    const { status, type, cache, location, policy, etag, filename, isHidden, bytes } = answer
    const shelved = { status, type, cache, location, policy, etag, filename, isHidden, bytes: bytes.toString('base64') }
    await this.#blobs.put(nameOf(key), Buffer.from(JSON.stringify(shelved)), 'application/json')
  }

  /** The page as it was drawn last; undefined when it was never stored, or the files are away too. */
  async read(key: string): Promise<ReadyAnswer | undefined> {
    const stored = await this.#blobs.get(nameOf(key)).catch(() => undefined)
    if (!stored) return undefined
    const { bytes, ...answer } = JSON.parse(stored.toString('utf8')) as Omit<ReadyAnswer, 'bytes'> & { bytes: string }
    return { ...answer, bytes: Buffer.from(bytes, 'base64') }
  }
}
