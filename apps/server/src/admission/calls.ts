import { type Refusal, refusal } from '@parvis/domain/refusals'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { CallSlot } from '../current-call.ts'
import { hasBody } from '../http/slow-clients.ts'
import { askerOf } from './asker.ts'
import { type Asker, Semaphore, sweepIdle } from './semaphore.ts'
import type { Upload } from './uploads.ts'

const inFlightCap = 120
/** In-flight cap once answers are slow: more calls at once would only make all of them slower (trust.md F20). */
const slowCap = 40
const slowMilliseconds = 250
/** How long a call waits for a turn of its session or network. */
const maxWaitMilliseconds = 2_000
/** How long a finished answer keeps its slot while the client reads it. */
const readingMilliseconds = 250
/** Weight of one answer in the moving average: some thirty answers change it. */
const weight = 0.05
/** Slots reserved for critical calls when everything else is shed: sign-in, payment, webhooks, orders (G17). */
const reserve = 60
const critical =
  /^\/v1\/(authentication|payment|clickAndCollect|site\/(orders|conversations|companies\/[^/]+\/(orders|messages)))(\/|\?|$)/

/**
 * Load shedding: a call beyond the in-flight cap is refused with 503 and Retry-After. A session has eight calls at work and a network
 * without one sixteen, their others wait their turn (decision 0025). A body still to come takes no slot, however slowly it arrives:
 * the slot is taken when the body is complete, as the request decorator `slot`.
 */
export function registerAdmission(app: FastifyInstance): void {
  let average = 0
  const turns = new Semaphore({ milliseconds: maxWaitMilliseconds })
  const crowd = new Crowd()
  const { atWork } = crowd
  app.decorateRequest('slot', null)
  app.decorateRequest('upload', null)
  app.decorateRequest('asker', null)
  const slotOf = (request: FastifyRequest) => request.getDecorator<AtWork | null>('slot')

  const hasRoom = (url: string, { subject }: Asker): boolean => {
    const usual = average > slowMilliseconds ? slowCap : inFlightCap
    // The reserve is added to the larger cap: calls accepted before answers became slow must not use it up.
    const cap = critical.test(url) ? inFlightCap + reserve : usual
    if (crowd.size >= cap) freeSlots(atWork)
    if (crowd.size < cap) return true
    return crowd.size < inFlightCap && crowd.sizeFor(subject) < usual
  }
  const begin = (request: FastifyRequest, asker: Asker, done: (refused?: Refusal) => void): void => {
    if (!hasRoom(request.url, asker)) {
      turns.leave(asker)
      return done(shed())
    }
    request.setDecorator('slot', new AtWork(crowd, () => turns.leave(asker), asker.subject, request))
    done()
  }
  const enter = (request: FastifyRequest, reply: FastifyReply, done: (refused?: Refusal) => void): void => {
    const asker = whoAsks(request)
    if (turns.take(asker)) return begin(request, asker, done)
    const onWait = (cancel: () => void) => reply.raw.once('close', cancel)
    turns.wait(asker, { onWait }).then(
      () => begin(request, asker, done),
      (refused: Refusal) => done(refused),
    )
  }

  app.addHook('onRequest', (request, reply, done) => {
    if (!isCounted(request)) return done()
    const asker = askerOf(request, critical.test(request.url) ? 'critical ' : '')
    request.setDecorator('asker', asker)
    if (!hasBody(request)) return enter(request, reply, done)
    done(hasRoom(request.url, asker) ? undefined : shed())
  })
  app.addHook('preValidation', (request, reply, done) => {
    if (isCounted(request) && !slotOf(request)) enter(request, reply, done)
    else done()
  })
  app.addHook('onSend', (request, _reply, payload, done) => {
    slotOf(request)?.answer()
    done(null, payload)
  })
  app.addHook('onResponse', (request, _reply, done) => {
    const slot = slotOf(request)
    if (slot) average += (slot.milliseconds() - average) * weight
    slot?.leave()
    done()
  })
  app.addHook('onRequestAbort', (request, done) => {
    slotOf(request)?.cut()
    done()
  })
}

/** Who makes a call, as fair turns count it: found out once, before a session that it proves is known. */
export const whoAsks = (request: FastifyRequest): Asker =>
  request.getDecorator<Asker | null>('asker') ?? askerOf(request)

/**
 * The calls at work. A call that waits for a picture decoder is resting and not counted. An array, and counters that are swept:
 * V8 keeps former tables of a Set or Map that changes at each call (`sweepIdle`).
 */
class Crowd {
  readonly atWork: AtWork[] = []
  readonly #working = new Map<string, number>()
  #resting = 0

  get size(): number {
    return this.atWork.length - this.#resting
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

  begin(call: AtWork): void {
    call.index = this.atWork.push(call) - 1
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
    const last = this.atWork.pop()
    if (last && last !== call) {
      this.atWork[call.index] = last
      last.index = call.index
    }
    call.index = -1
    this.count(call, -1)
    return true
  }
}

/** One call at work: from its complete body to its answer, or to the end of its work when the client disconnected. */
class AtWork implements CallSlot {
  readonly subject: string
  /** Index in `Crowd.atWork`; -1 once the call has left. */
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

const shed = (): Refusal => refusal('request.upstream_unavailable', { retryAfter: 1 })

/**
 * A slow reader of an answer does not keep its slot (F21, G19); other answers free theirs once sent, which under load is later
 * than when they are ready.
 */
function freeSlots(atWork: readonly AtWork[]): void {
  const before = performance.now() - readingMilliseconds
  for (const call of atWork.filter((one) => one.isReadSince(before))) call.leave()
}

/** Event streams are long-lived and bounded per session; health checks must answer when everything else is shed. */
function isCounted({ url }: FastifyRequest): boolean {
  return url.startsWith('/v1/') && !/^\/v1\/(site\/)?(events|health)/.test(url)
}
