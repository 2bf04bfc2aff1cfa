import { type Refusal, refusal } from '@parvis/domain/refusals'

const maxAtWork = 8
const maxWaiting = 60
const maxWaitMilliseconds = 2_000
const maxKept = 1_000

/**
 * Sweeps idle entries of a Map keyed by session, once there are a thousand. Deleting and adding at each call would make V8
 * reallocate the table every few calls and keep the former one alive (decision 0145).
 */
export function sweepIdle<T>(kept: Map<string, T>, isIdle: (value: T) => boolean): void {
  if (kept.size < maxKept) return
  for (const [subject, value] of kept) if (isIdle(value)) kept.delete(subject)
}

/** One of the eight turns of a session; ending it twice counts once. */
export type Turn = { end(): void }

type Answer = (turn: Turn | undefined, refused?: Refusal) => void
type Waiting = { start: (turn: Turn) => void; refuse: () => void }
type Line = { atWork: number; waiting: Map<object, Waiting> }

/**
 * Turns of the calls of one session: eight at work, sixty more wait two seconds at most, then 503 with Retry-After. Ten or thirty
 * identical calls at once are all answered; a thousand delay nobody else.
 */
export class Turns {
  readonly #lines = new Map<string, Line>()
  readonly #lineOf = new WeakMap<object, Line>()

  /** Resolves when the call has its turn; at once, and without a turn, for a call without a session. */
  take(call: object, subject: string | undefined, answer: Answer): void {
    if (subject === undefined) answer(undefined)
    else this.#join(call, subject, answer)
  }

  #join(call: object, subject: string, answer: Answer): void {
    const line = this.#lines.get(subject) ?? this.#open(subject)
    if (line.atWork < maxAtWork) answer(this.#begin(line))
    else if (line.waiting.size < maxWaiting) this.#wait(call, line, answer)
    else answer(undefined, tooMany())
  }

  #open(subject: string): Line {
    sweepIdle(this.#lines, ({ atWork }) => atWork === 0)
    const line: Line = { atWork: 0, waiting: new Map() }
    this.#lines.set(subject, line)
    return line
  }

  /** A call whose client disconnected while it waited leaves the queue. */
  forget(call: object): void {
    this.#lineOf.get(call)?.waiting.get(call)?.refuse()
  }

  #wait(call: object, line: Line, answer: Answer): void {
    this.#lineOf.set(call, line)
    const leave = (turn: Turn | undefined, refused?: Refusal) => {
      clearTimeout(timer)
      line.waiting.delete(call)
      answer(turn, refused)
    }
    const refuse = () => leave(undefined, tooMany())
    const timer = setTimeout(refuse, maxWaitMilliseconds)
    line.waiting.set(call, { refuse, start: leave })
  }

  #begin(line: Line): Turn {
    line.atWork++
    let ended = false
    return {
      end: () => {
        if (ended) return
        ended = true
        line.atWork--
        const next = line.waiting.values().next().value
        if (next) next.start(this.#begin(line))
      },
    }
  }
}

function tooMany(): Refusal {
  return refusal('request.upstream_unavailable', { retryAfter: 1 })
}
