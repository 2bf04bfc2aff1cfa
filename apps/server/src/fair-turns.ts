import { refusal } from '@parvis/domain/refusals'

type Waiting = { start: () => void; refuse: (reason: Error) => void }

/**
 * Fair semaphore: at most `max` turns at once, and one queue per subject (a session, an address) served round robin, so that one
 * wait of a subject does not stand behind a hundred of another. Each turn taken or waited for ends with one `leave`.
 */
export class FairLines {
  #free: number
  #lastSubject = ''
  readonly #lines = new Map<string, Waiting[]>()

  constructor(max: number) {
    this.#free = max
  }

  get waiting(): number {
    return [...this.#lines.values()].reduce((sum, { length }) => sum + length, 0)
  }

  /** Takes a turn if one is free; returns whether it did. */
  take(subject: string): boolean {
    if (this.#free === 0) return false
    this.#free--
    this.#lastSubject = subject
    return true
  }

  /** Resolves when it is the subject's turn; rejects with `reason` after `milliseconds`. */
  async wait(subject: string, patience?: { milliseconds: number; reason: () => Error }): Promise<void> {
    const line = this.#lines.get(subject) ?? []
    this.#lines.set(subject, line)
    let timer: NodeJS.Timeout | undefined
    await new Promise<void>((start, refuse) => {
      const waiting = { start, refuse }
      line.push(waiting)
      if (!patience) return
      timer = setTimeout(() => {
        line.splice(line.indexOf(waiting), 1)
        if (line.length === 0) this.#lines.delete(subject)
        refuse(patience.reason())
      }, patience.milliseconds)
    }).finally(() => clearTimeout(timer))
  }

  /** The turn is handed over directly: released first, a newcomer could take it. */
  leave(): void {
    const subject = [...this.#lines.keys()].find((one) => one !== this.#lastSubject) ?? this.#lastSubject
    const line = this.#lines.get(subject)
    if (!line) {
      this.#free++
      return
    }
    const next = line.shift()
    this.#lines.delete(subject)
    if (line.length > 0) this.#lines.set(subject, line)
    this.#lastSubject = subject
    next?.start()
  }

  /**
   * Rejects the last waiter of the longest queue when that queue is longer than the newcomer's would be; returns whether it did.
   */
  makeRoom(newcomer: string, reason: Error): boolean {
    const none: [string, Waiting[]] = ['', []]
    const [subject, line] = [...this.#lines].reduce(
      (one, other) => (other[1].length > one[1].length ? other : one),
      none,
    )
    if (line.length <= (this.#lines.get(newcomer)?.length ?? 0) + 1) return false
    line.pop()?.refuse(reason)
    if (line.length === 0) this.#lines.delete(subject)
    return true
  }
}

/**
 * Concurrency limit: at most `running` pieces of work at once and `waiting` more, session by session, so that whoever sends a
 * hundred pictures waits for themselves. Beyond it 503: for the newcomer, or for the last waiter of the longest queue when the
 * newcomer's is shorter.
 */
export function takeTurns({ running, waiting: maxWaiting }: { running: number; waiting: number }) {
  const lines = new FairLines(running)
  const full = () => refusal('request.upstream_unavailable', { retryAfter: 2 })
  return async <T>(subject: string, work: () => Promise<T>): Promise<T> => {
    if (!lines.take(subject)) {
      if (lines.waiting >= maxWaiting && !lines.makeRoom(subject, full())) throw full()
      await lines.wait(subject)
    }
    try {
      return await work()
    } finally {
      lines.leave()
    }
  }
}
