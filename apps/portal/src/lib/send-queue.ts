import { ApiError, mayHaveHappened, unsentText } from './api-error.ts'
import { createEvents } from './create-store.ts'
import type { QueueItem, QueueNews, QueueParts, SentItem } from './send-queue-parts.ts'

export type QueuedItem = QueueItem & {
  /** `asks`: older than a day, needs a confirmation. `failed`: the last try did not reach the server; it is repeated. */
  status: 'waiting' | 'sending' | 'failed' | 'refused' | 'asks'
  /** Upload progress of its picture, 0 to 1. */
  progress: number
  error: unknown
}

const day = 24 * 3_600_000
const maxAge = 7 * day
const pauses = [5_000, 15_000, 30_000, 60_000]

/** The queue of one tab over the store that all tabs share. Sends nothing before `openFor` names the person. */
export class SendQueue {
  readonly #parts: QueueParts
  #userId: number | undefined
  #items: readonly QueueItem[] = []
  #shown: readonly QueuedItem[] = []
  #lastRank = 0
  #isDrainAsked = false
  #forgetTimer = () => {}
  /** When the first of the lanes that wait may be tried again. */
  #nextTry = Number.POSITIVE_INFINITY
  readonly #changes = createEvents()
  readonly #sent = createEvents<SentItem>()
  /** Upload progress of each item under way. */
  readonly #sending = new Map<string, number>()
  readonly #failures = new Map<string, { tries: number; notBefore: number; error: unknown }>()

  constructor(parts: QueueParts) {
    this.#parts = parts
  }

  readonly shown = (): readonly QueuedItem[] => this.#shown

  readonly subscribe = this.#changes.on

  readonly onSent = this.#sent.on

  /** Opens the queue of this person and drops items older than seven days, of anybody. */
  async openFor(userId: number): Promise<void> {
    const { store, now } = this.#parts
    this.#userId = userId
    for (const item of await store.read()) if (now() - item.createdAt > maxAge) await store.remove(item.key)
    await this.#refresh()
    this.#wake()
  }

  /** The session expired: items stay stored for their owner and are hidden. */
  close(): void {
    this.#userId = undefined
    this.#show([])
  }

  /** The person signed out: their items are deleted. */
  async erase(): Promise<void> {
    const gone = this.#mine()
    this.close()
    for (const { key } of await gone) await this.#parts.store.remove(key)
    this.#parts.broadcast({})
  }

  async add(item: Pick<QueueItem, 'lane' | 'kind' | 'text' | 'image' | 'request'>): Promise<void> {
    if (this.#userId === undefined) throw new Error('nobody is signed in')
    const createdAt = this.#parts.now()
    this.#lastRank = Math.max(createdAt, this.#lastRank + 1, ...this.#items.map(({ rank }) => rank + 1))
    const known = { userId: this.#userId, rank: this.#lastRank, createdAt, refusal: null }
    const whole = { ...item, ...known, key: crypto.randomUUID() }
    this.#show([...this.#items, whole])
    await this.#changed(this.#parts.store.put(whole))
  }

  remove(key: string): Promise<void> {
    return this.#changed(this.#parts.store.remove(key))
  }

  /** Retries at once, or sends an item that has waited for more than a day. */
  async retry(key: string): Promise<void> {
    const item = this.#items.find((one) => one.key === key)
    this.#failures.delete(key)
    if (item) await this.#changed(this.#parts.store.put({ ...item, confirmedAt: this.#parts.now() }))
  }

  /** Called when the network is back, or when another tab changed the store. */
  async onRemoteChange(news: QueueNews = {}): Promise<void> {
    if (news.sent && news.sent.item.userId === this.#userId) this.#sent.emit(news.sent)
    this.#failures.clear()
    await this.#refresh()
    this.#wake()
  }

  /** Refreshes the statuses: the network was lost, or an item has become a day old. */
  readonly redraw = (): void => this.#show()

  #show(next = this.#items): void {
    this.#items = next.toSorted((one, other) => one.rank - other.rank)
    this.#shown = this.#items.map((item) => ({
      ...item,
      status: this.#statusOf(item),
      progress: this.#sending.get(item.key) ?? 0,
      error: this.#failures.get(item.key)?.error,
    }))
    this.#changes.emit()
  }

  #statusOf(item: QueueItem): QueuedItem['status'] {
    if (item.refusal) return 'refused'
    if (this.#sending.has(item.key)) return 'sending'
    if (this.#isStale(item)) return 'asks'
    return this.#failures.has(item.key) && this.#parts.isOnline() ? 'failed' : 'waiting'
  }

  #isStale(item: QueueItem): boolean {
    return this.#parts.now() - (item.confirmedAt ?? item.createdAt) > day
  }

  async #mine(userId = this.#userId): Promise<QueueItem[]> {
    const items = (await this.#parts.store.read()).filter((item) => item.userId === userId)
    return items.toSorted((one, other) => one.rank - other.rank)
  }

  readonly #refresh = async (): Promise<void> => this.#show(await this.#mine())

  async #changed(work: Promise<void>): Promise<void> {
    await work
    this.#parts.broadcast({})
    await this.#refresh()
    this.#wake()
  }

  /** Sends everything that may leave, under the lock; when asked again meanwhile, starts another round. */
  #wake(): void {
    if (this.#isDrainAsked || this.#userId === undefined) return
    this.#isDrainAsked = true
    const drain = async () => {
      this.#isDrainAsked = false
      while (this.#userId !== undefined && this.#parts.isOnline() && (await this.#sendRound()));
      this.#armTimer()
    }
    void this.#parts.exclusive(drain).finally(() => void this.#refresh())
  }

  /** One timer for all lanes: it wakes at the earliest of their next tries, then is armed again for those that still wait. */
  #armTimer(): void {
    const { now, later, isOnline } = this.#parts
    this.#forgetTimer()
    if (this.#nextTry < Number.POSITIVE_INFINITY && isOnline())
      this.#forgetTimer = later(() => this.#wake(), Math.max(0, this.#nextTry - now()) + 50)
  }

  async #sendRound(): Promise<boolean> {
    this.#nextTry = Number.POSITIVE_INFINITY
    const lanes = Map.groupBy(await this.#mine(), ({ lane }) => lane)
    const moved = await Promise.all([...lanes.values()].map((lane) => this.#sendLane(lane)))
    return moved.some(Boolean)
  }

  /** Sends the items of one lane in order until one cannot reach the server; returns whether any was settled. */
  async #sendLane(lane: readonly QueueItem[]): Promise<boolean> {
    let isMoved = false
    for (const item of lane) {
      // A refused item, or one that needs a confirmation, does not hold up the lane.
      if (item.refusal || this.#isStale(item)) continue
      if (item.userId !== this.#userId || !(await this.#parts.store.has(item.key))) continue
      const isHeld = this.#notBefore(item) > this.#parts.now()
      if (isHeld || !(await this.#attempt(item))) {
        this.#nextTry = Math.min(this.#nextTry, this.#notBefore(item))
        break
      }
      isMoved = true
    }
    return isMoved
  }

  readonly #notBefore = ({ key }: QueueItem) => this.#failures.get(key)?.notBefore ?? 0

  /** Returns false when the server was not reached: the item is tried again later under the same key. */
  async #attempt(item: QueueItem): Promise<boolean> {
    const { store, send, broadcast } = this.#parts
    const onProgress = (share: number) => {
      this.#sending.set(item.key, share)
      this.#show()
    }
    onProgress(0)
    try {
      const sent = { item, answer: await send(item, onProgress) }
      await store.remove(item.key)
      this.#failures.delete(item.key)
      // Removed from the queue before its answer is shown, so that it never appears twice.
      this.#show(this.#items.filter(({ key }) => key !== item.key))
      this.#sent.emit(sent)
      broadcast({ sent })
      return true
    } catch (error) {
      if (mayHaveHappened(error)) return this.#postpone(item, error)
      this.#failures.delete(item.key)
      const { code, message } = error instanceof ApiError ? error : { code: 'SERVER_ERROR', message: unsentText(error) }
      await store.put({ ...item, refusal: { code, message } })
      return true
    } finally {
      this.#sending.delete(item.key)
      await this.#refresh()
    }
  }

  #postpone(item: QueueItem, error: unknown): false {
    const tries = (this.#failures.get(item.key)?.tries ?? 0) + 1
    const pause = pauses[Math.min(tries, pauses.length) - 1] ?? 0
    this.#failures.set(item.key, { tries, notBefore: this.#parts.now() + pause, error })
    return false
  }
}
