import { setImmediate as turn } from 'node:timers/promises'
import { refusal } from '@parvis/domain/refusals'
import { stillAwaited } from './current-call.ts'

type Waiting = { start: () => void; refuse: (reason: Error) => void }

/**
 * A semaphore of so many at once, and whoever waits for it in lines, one for each subject (a session, an address): the
 * lines have their turns one after the other (round robin), so that who waits once does not stand behind a hundred of
 * somebody else's. Each turn that was taken or waited for is followed by one `leave`.
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

  /** Whether there is room at once, which is taken then. */
  take(subject: string): boolean {
    if (this.#free === 0) return false
    this.#free--
    this.#lastSubject = subject
    return true
  }

  /** Until it is its turn; rejects with that reason after so many milliseconds. */
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

  /** The turn is handed to the next one directly: given back first, a newcomer could take it as well. */
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

  /** Refuses the last of the longest line, where that is over one longer than the newcomer's would be. */
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
 * At most `running` pieces of work at once, `waiting` more in turn, session by session, so that whoever sends a hundred
 * pictures, or asks for a hundred crowded agendas, waits for themselves. Beyond it the newcomer is refused with 503, or
 * whoever waits most often when the newcomer waits less.
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

const sliceMilliseconds = 5

/**
 * Work of one call in slices: `next`, awaited once the slice is spent, lets the event loop answer other calls; it throws when
 * the client of a read went away meanwhile.
 */
export function inSlices(): { isSpent(): boolean; next(): Promise<void> } {
  let since = performance.now()
  return {
    isSpent: () => performance.now() - since > sliceMilliseconds,
    next: async () => {
      stillAwaited(await turn())
      since = performance.now()
    },
  }
}
