import { type Refusal, refusal } from '@parvis/domain/refusals'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { CallPlace } from '../current-call.ts'
import { sessionSubject } from './bearer-token.ts'
import { sweepIdle, type Turn, Turns } from './session-turns.ts'
import { hasBody } from './slow-clients.ts'
import type { Upload } from './uploads.ts'

const inFlightCap = 120
/** In-flight cap once answers are slow: more calls at once would only make all of them slower (trust.md F20). */
const slowCap = 40
const slowMilliseconds = 250
/** How long a finished answer keeps its place while the client reads it. */
const readingMilliseconds = 250
/** Weight of one answer in the moving average: some thirty answers change it. */
const weight = 0.05
/** Places reserved for critical calls when everything else is shed: sign-in, payment, webhooks, orders (G17). */
const reserve = 60
const critical =
  /^\/v1\/(authentication|payment|clickAndCollect|site\/(orders|conversations|companies\/[^/]+\/(orders|messages)))(\/|\?|$)/

/**
 * Load shedding: a call beyond the in-flight cap is refused with 503 and Retry-After. A session has eight calls at work, its
 * others wait their turn (decision 0025). A body still to come takes no place, however slowly it arrives: the place is taken when
 * the body is complete, as the request decorator `place`.
 */
export function registerPlaces(app: FastifyInstance): void {
  let average = 0
  const turns = new Turns()
  const crowd = new Crowd()
  const { atWork } = crowd
  app.decorateRequest('place', null)
  app.decorateRequest('upload', null)
  const placeOf = (request: FastifyRequest) => request.getDecorator<AtWork | null>('place')

  const hasRoom = (url: string, subject: string | undefined): boolean => {
    const usual = average > slowMilliseconds ? slowCap : inFlightCap
    // The reserve is added to the larger cap: calls accepted before answers became slow must not use it up.
    const cap = critical.test(url) ? inFlightCap + reserve : usual
    if (crowd.size >= cap) freePlaces(atWork)
    if (crowd.size < cap) return true
    return crowd.size < inFlightCap && subject !== undefined && crowd.sizeFor(subject) < usual
  }
  const enter = (request: FastifyRequest, done: (refused?: Refusal) => void): void =>
    turns.take(request, subjectOf(request), (turn, refused) => {
      if (!refused && hasRoom(request.url, subjectOf(request))) {
        request.setDecorator('place', new AtWork(crowd, turn, request))
        return done()
      }
      turn?.end()
      done(refused ?? shed())
    })

  app.addHook('onRequest', (request, _reply, done) => {
    if (!isCounted(request)) return done()
    if (!hasBody(request)) return enter(request, done)
    done(hasRoom(request.url, subjectOf(request)) ? undefined : shed())
  })
  app.addHook('preValidation', (request, _reply, done) => {
    if (isCounted(request) && !placeOf(request)) enter(request, done)
    else done()
  })
  app.addHook('onSend', (request, _reply, payload, done) => {
    placeOf(request)?.answer()
    done(null, payload)
  })
  app.addHook('onResponse', (request, _reply, done) => {
    const place = placeOf(request)
    if (place) average += (place.milliseconds() - average) * weight
    place?.leave()
    done()
  })
  app.addHook('onRequestAbort', (request, done) => {
    turns.forget(request)
    placeOf(request)?.cut()
    done()
  })
}

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
   * The size that a session with at most one call at work is compared with: of every session at most two calls count, so that
   * five sessions with eight calls each crowd nobody out.
   */
  sizeFor(subject: string): number {
    if ((this.#working.get(subject) ?? 0) > 1) return this.size
    let busy = 0
    for (const count of this.#working.values()) busy += Math.max(0, count - 2)
    return this.size - busy
  }

  begin(place: AtWork): void {
    place.index = this.atWork.push(place) - 1
    this.count(place, 1)
  }

  count({ subject }: AtWork, change: 1 | -1): void {
    if (subject === undefined) return
    const known = this.#working.get(subject)
    if (known === undefined) sweepIdle(this.#working, (count) => count === 0)
    this.#working.set(subject, (known ?? 0) + change)
  }

  rest(place: AtWork): void {
    this.#resting++
    this.count(place, -1)
  }

  goOn(place: AtWork): void {
    this.#resting--
    this.count(place, 1)
  }

  end(place: AtWork): boolean {
    if (place.index < 0) return false
    // Swap-remove: the last call takes the freed index.
    const last = this.atWork.pop()
    if (last && last !== place) {
      this.atWork[place.index] = last
      last.index = place.index
    }
    place.index = -1
    this.count(place, -1)
    return true
  }
}

/** One call at work: from its complete body to its answer, or to the end of its work when the client disconnected. */
class AtWork implements CallPlace {
  readonly subject: string | undefined
  /** Index in `Crowd.atWork`; -1 once the call has left. */
  index = -1
  readonly #crowd: Crowd
  readonly #turn: Turn | undefined
  readonly #upload: Upload | null
  readonly #isRead: boolean
  #since = performance.now()
  /** Milliseconds of work before the call rested: time in a queue does not count as the process being slow. */
  #worked = 0
  #readyAt: number | undefined
  #isWorking = false
  #isCut = false
  #isResting = false

  constructor(crowd: Crowd, turn: Turn | undefined, request: FastifyRequest) {
    this.#upload = request.getDecorator<Upload | null>('upload')
    this.#isRead = request.method === 'GET'
    this.#crowd = crowd
    this.#turn = turn
    this.subject = subjectOf(request)
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
   * The client disconnected. The call keeps its place until its work ends: a write is completed, a read stops before its next
   * statement.
   */
  cut(): void {
    this.#isCut = true
    if (!this.#isWorking || this.#readyAt !== undefined) this.leave()
  }

  leave(): void {
    this.goOn()
    if (!this.#crowd.end(this)) return
    this.#turn?.end()
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
 * A slow reader of an answer does not keep its place (F21, G19); other answers free theirs once sent, which under load is later
 * than when they are ready.
 */
function freePlaces(atWork: readonly AtWork[]): void {
  const before = performance.now() - readingMilliseconds
  for (const place of atWork.filter((one) => one.isReadSince(before))) place.leave()
}

/** The subject of the turns. Critical calls have turns of their own. */
function subjectOf({ headers, url }: FastifyRequest): string | undefined {
  const session = sessionSubject(headers)
  return session && critical.test(url) ? `critical ${session}` : session
}

/** Event streams are long-lived and bounded per session; health checks must answer when everything else is shed. */
function isCounted({ url }: FastifyRequest): boolean {
  return url.startsWith('/v1/') && !/^\/v1\/(site\/)?(events|health)/.test(url)
}
