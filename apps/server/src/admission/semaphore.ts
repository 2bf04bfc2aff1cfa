import { refusal } from '@parvis/domain/refusals'

/** How many turns one subject (a session, a network) may have at once, and how many of its requests may wait. */
export type Quota = { subject: string; max: number; waiting: number }

/** Who asks for a turn: the subject whose queue it waits in, and the quotas that it uses up. */
export type Requester = { subject: string; quotas?: readonly Quota[] }

type Bounds = {
  /** Turns at once, in all. */
  max?: number
  /** Requests that wait, in all. */
  waiting?: number
  /** How long a request waits. */
  milliseconds?: number
  /** Why it is refused afterwards, or at once when too many wait. */
  reason?: () => Error
}

type Wait = {
  milliseconds?: number
  /** Another condition, asked just before the turn begins: reserves what it grants. */
  reserve?: () => boolean
  /** Given the function that takes the request out of its queue. */
  onWait?: (cancel: () => void) => void
}

type Waiting = { requester: Requester; reserve: () => boolean; start: () => void; refuse: (reason: Error) => void }
type Use = { running: number; waiting: number }

const maxIdle = 1_000

/**
 * Fair semaphore: so many turns at once, in all and of each quota; one queue per subject, served round robin, so that one request
 * of a subject does not stand behind a hundred of another. Each turn taken or waited for ends with one `leave`.
 */
export class Semaphore {
  readonly #bounds: Required<Bounds>
  #running = 0
  #waiting = 0
  #lastSubject = ''
  readonly #queues = new Map<string, Waiting[]>()
  readonly #uses = new Map<string, Use>()

  constructor(bounds: Bounds) {
    const reason = () => refusal('request.upstream_unavailable', { retryAfter: 1 })
    this.#bounds = { max: Infinity, waiting: Infinity, milliseconds: Infinity, reason, ...bounds }
  }

  get waiting(): number {
    return this.#waiting
  }

  /** Takes a turn if one is free; returns whether it did. */
  take(requester: Requester, reserve = always): boolean {
    if (!this.#isFree(requester) || !reserve()) return false
    this.#begin(requester)
    return true
  }

  /** Resolves when it is the requester's turn; rejects after the time of a wait, and at once when too many wait. */
  async wait(requester: Requester, { milliseconds, reserve = always, onWait }: Wait = {}): Promise<void> {
    const { reason, milliseconds: usual } = this.#bounds
    const isFull = requester.quotas?.some(({ subject, waiting }) => this.#useOf(subject).waiting >= waiting)
    if (isFull || (this.#waiting >= this.#bounds.waiting && !this.#makeRoom(requester))) throw reason()
    let timer: NodeJS.Timeout | undefined
    await new Promise<void>((start, refuse) => {
      const waiting = { requester, reserve, start, refuse }
      const cancel = () => {
        if (this.#remove(waiting)) refuse(reason())
      }
      this.#add(waiting)
      const wait = milliseconds ?? usual
      if (wait !== Infinity) timer = setTimeout(cancel, wait)
      onWait?.(cancel)
    }).finally(() => clearTimeout(timer))
  }

  /** Does the work in a turn, which is waited for if none is free. */
  async run<T>(requester: Requester, work: () => Promise<T>): Promise<T> {
    if (!this.take(requester)) await this.wait(requester)
    try {
      return await work()
    } finally {
      this.leave(requester)
    }
  }

  /** Ends a turn. It is handed over directly: released first, a newcomer could take it. */
  leave(requester?: Requester): void {
    this.#running--
    for (const { subject } of requester?.quotas ?? []) this.#useOf(subject).running--
    this.startWaiting()
  }

  /** Starts the requests that may start now. */
  startWaiting(): void {
    while (this.#waiting > 0) {
      const next = this.#next()
      if (!next) return
      const { subject } = next.requester
      this.#remove(next)
      // The last in the round is the subject that was served last.
      const queue = this.#queues.get(subject)
      if (queue) {
        this.#queues.delete(subject)
        this.#queues.set(subject, queue)
      }
      this.#begin(next.requester)
      next.start()
    }
  }

  #next(): Waiting | undefined {
    if (this.#running >= this.#bounds.max) return undefined
    const may = ({ requester, reserve }: Waiting) => this.#isFree(requester) && reserve()
    for (const [subject, queue] of this.#queues) {
      const next = subject === this.#lastSubject ? undefined : queue.find(may)
      if (next) return next
    }
    return this.#queues.get(this.#lastSubject)?.find(may)
  }

  #isFree({ quotas }: Requester): boolean {
    if (this.#running >= this.#bounds.max) return false
    return !quotas || quotas.every(({ subject, max }) => this.#useOf(subject).running < max)
  }

  #begin({ subject, quotas }: Requester): void {
    this.#running++
    this.#lastSubject = subject
    for (const share of quotas ?? []) this.#useOf(share.subject).running++
  }

  #add(waiting: Waiting): void {
    const { subject, quotas } = waiting.requester
    const queue = this.#queues.get(subject) ?? []
    if (queue.push(waiting) === 1) this.#queues.set(subject, queue)
    this.#waiting++
    for (const share of quotas ?? []) this.#useOf(share.subject).waiting++
  }

  #remove(waiting: Waiting): boolean {
    const { subject, quotas } = waiting.requester
    const queue = this.#queues.get(subject)
    const at = queue?.indexOf(waiting) ?? -1
    if (!queue || at < 0) return false
    queue.splice(at, 1)
    if (queue.length === 0) this.#queues.delete(subject)
    this.#waiting--
    for (const share of quotas ?? []) this.#useOf(share.subject).waiting--
    return true
  }

  /** Rejects the last request of the longest queue when that queue is longer than the newcomer's would be; returns whether it did. */
  #makeRoom({ subject }: Requester): boolean {
    const longest = [...this.#queues.values()].reduce((one, other) => (other.length > one.length ? other : one), [])
    const last = longest.at(-1)
    if (!last || longest.length <= (this.#queues.get(subject)?.length ?? 0) + 1) return false
    this.#remove(last)
    last.refuse(this.#bounds.reason())
    return true
  }

  #useOf(subject: string): Use {
    const known = this.#uses.get(subject)
    if (known) return known
    sweepIdle(this.#uses, ({ running, waiting }) => running === 0 && waiting === 0)
    const use = { running: 0, waiting: 0 }
    this.#uses.set(subject, use)
    return use
  }
}

const always = () => true

/**
 * Sweeps idle entries of a Map keyed by subject, once there are a thousand. Deleting and adding at each call would make V8
 * reallocate the table every few calls and keep the former one alive (decision 0106).
 */
export function sweepIdle<T>(uses: Map<string, T>, isIdle: (value: T) => boolean): void {
  if (uses.size < maxIdle) return
  for (const [subject, value] of uses) if (isIdle(value)) uses.delete(subject)
}
