import { LRUCache } from 'lru-cache'
import type { ReadyAnswer } from './page-answer.ts'

const mostBytes = 64 * 1024 * 1024
const freshMilliseconds = 30_000

type Kept = { answer: ReadyAnswer; at: number }

/**
 * The pages of this process (W-120): one rendering at a time for an address, old after 30 s or at a change of what it
 * shows. A page that is only old may still be served when the database is away.
 */
export class PageMemory {
  readonly #pages = new LRUCache<string, Kept>({
    maxSize: mostBytes,
    sizeCalculation: ({ answer }) => answer.bytes.length * 2 + 500,
    dispose: ({ answer }, key) => this.#forget(key, answer.tags ?? []),
  })
  readonly #tagged = new Map<string, Set<string>>()
  readonly #rendering = new Map<string, Promise<ReadyAnswer>>()
  /** Grows with each removal: what was read before a change is not kept after it. */
  #changes = 0

  /** The answer of an address: kept, being made, or made now. `stale` is served when making it fails so. */
  async read(key: string, make: () => Promise<ReadyAnswer>, isAway: (error: unknown) => boolean): Promise<ReadyAnswer> {
    const known = this.#pages.get(key)
    if (known && performance.now() - known.at < freshMilliseconds) return known.answer
    const going = this.#rendering.get(key) ?? this.#make(key, make)
    try {
      return await going
    } catch (error) {
      if (known && isAway(error)) return known.answer
      throw error
    }
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
    for (const tag of answer.tags ?? []) this.#tagged.set(tag, (this.#tagged.get(tag) ?? new Set()).add(key))
  }

  #forget(key: string, tags: readonly string[]): void {
    for (const tag of tags) {
      const keys = this.#tagged.get(tag)
      if (keys?.delete(key) && keys.size === 0) this.#tagged.delete(tag)
    }
  }

  /** Removes what shows one of these. */
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
  }
}
