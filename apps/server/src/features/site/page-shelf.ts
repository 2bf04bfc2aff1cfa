import { createHash } from 'node:crypto'
import type { Blobs } from '../../gateways/blobs/blobs.ts'
import type { ReadyAnswer } from './page-answer.ts'

/** Of an answer, what is written beside the pages of acts and alerts. */
type Shelved = Omit<ReadyAnswer, 'bytes' | 'br' | 'gzip' | 'body' | 'lastModified'> & { bytes: string }

const nameOf = (key: string): string => `shelf/${createHash('sha256').update(key).digest('hex')}`

/**
 * Second level of the page cache, in the files, for what the law wants read whatever is down: written after each posting, sending,
 * correction or end, read only where drawing fails for want of the database (D-022, Y-021).
 */
export class PageShelf {
  readonly #blobs: Blobs

  constructor(blobs: Blobs) {
    this.#blobs = blobs
  }

  async keep(
    key: string,
    { bytes, br: _, gzip: __, body: ___, lastModified: ____, ...answer }: ReadyAnswer,
  ): Promise<void> {
    const shelved: Shelved = { ...answer, bytes: bytes.toString('base64') }
    await this.#blobs.put(nameOf(key), Buffer.from(JSON.stringify(shelved)), 'application/json')
  }

  /** The page as it was drawn last; undefined when it was never kept, or the files are away too. */
  async read(key: string): Promise<ReadyAnswer | undefined> {
    const kept = await this.#blobs.get(nameOf(key)).catch(() => undefined)
    if (!kept) return undefined
    const { bytes, ...answer } = JSON.parse(kept.toString('utf8')) as Shelved
    return { ...answer, bytes: Buffer.from(bytes, 'base64') }
  }
}
