import type { FastifyRequest } from 'fastify'
import type { CallSlot } from '../current-call.ts'
import { sweepIdle } from './semaphore.ts'
import type { Upload } from './uploads.ts'

/** How long a finished answer keeps its slot while the client reads it. */
const readingMilliseconds = 250

/**
 * The calls at work. A call that waits for a picture decoder is resting and not counted. An array, and counters that are swept:
 * V8 keeps former tables of a Set or Map that changes at each call (`sweepIdle`).
 */
export class Crowd {
  readonly #atWork: AtWork[] = []
  readonly #working = new Map<string, number>()
  #resting = 0

  get size(): number {
    return this.#atWork.length - this.#resting
  }

  /**
   * The size that a subject (a session, a network) with at most one call at work is compared with: of each of the others at most
   * two calls count, so that five sessions with eight calls each crowd nobody out.
   */
  sizeFor(subject: string): number {
    if ((this.#working.get(subject) ?? 0) > 1) return this.size
    let busy = 0
    for (const count of this.#working.values()) busy += Math.max(0, count - 2)
    return this.size - busy
  }

  /**
   * A slow reader of an answer does not keep its slot; other answers free theirs once sent, which under load is later
   * than when they are ready.
   */
  freeSlots(): void {
    const before = performance.now() - readingMilliseconds
    for (const call of this.#atWork.filter((one) => one.isReadSince(before))) call.leave()
  }

  begin(call: AtWork): void {
    call.index = this.#atWork.push(call) - 1
    this.count(call, 1)
  }

  count({ subject }: AtWork, change: 1 | -1): void {
    const known = this.#working.get(subject)
    if (known === undefined) sweepIdle(this.#working, (count) => count === 0)
    this.#working.set(subject, (known ?? 0) + change)
  }

  rest(call: AtWork): void {
    this.#resting++
    this.count(call, -1)
  }

  goOn(call: AtWork): void {
    this.#resting--
    this.count(call, 1)
  }

  end(call: AtWork): boolean {
    if (call.index < 0) return false
    // Swap-remove: the last call takes the freed index.
    const last = this.#atWork.pop()
    if (last && last !== call) {
      this.#atWork[call.index] = last
      last.index = call.index
    }
    call.index = -1
    this.count(call, -1)
    return true
  }
}

/** One call at work: from its complete body to its answer, or to the end of its work when the client disconnected. */
export class AtWork implements CallSlot {
  readonly subject: string
  /** Index in the crowd; -1 once the call has left. */
  index = -1
  readonly #crowd: Crowd
  readonly #endTurn: () => void
  readonly #upload: Upload | null
  readonly #isRead: boolean
  #since = performance.now()
  /** Milliseconds of work before the call rested: time in a queue does not count as the process being slow. */
  #worked = 0
  #readyAt: number | undefined
  #isWorking = false
  #isCut = false
  #isResting = false

  constructor(crowd: Crowd, endTurn: () => void, subject: string, request: FastifyRequest) {
    this.#upload = request.getDecorator<Upload | null>('upload')
    this.#isRead = request.method === 'GET'
    this.#crowd = crowd
    this.#endTurn = endTurn
    this.subject = subject
    crowd.begin(this)
  }

  begin(): void {
    this.#isWorking = true
  }

  end(): void {
    this.#isWorking = false
    if (this.#isCut) this.leave()
  }

  rest(): void {
    if (this.#isResting || this.index < 0) return
    this.#isResting = true
    this.#crowd.rest(this)
    this.#worked += performance.now() - this.#since
  }

  goOn(): void {
    if (!this.#isResting) return
    this.#isResting = false
    this.#crowd.goOn(this)
    this.#since = performance.now()
  }

  isAbandoned(): boolean {
    return this.#isCut && this.#isRead
  }

  answer(): void {
    this.#readyAt = performance.now()
  }

  /**
   * The client disconnected. The call keeps its slot until its work ends: a write is completed, a read stops before its next
   * statement.
   */
  cut(): void {
    this.#isCut = true
    if (!this.#isWorking || this.#readyAt !== undefined) this.leave()
  }

  leave(): void {
    this.goOn()
    if (!this.#crowd.end(this)) return
    this.#endTurn()
    this.#upload?.end()
  }

  milliseconds(): number {
    return this.#worked + (this.#readyAt ?? performance.now()) - this.#since
  }

  /** True when the answer was ready before that moment and is still being read. */
  isReadSince(before: number): boolean {
    return this.#readyAt !== undefined && this.#readyAt < before
  }
}
