import { type Refusal, refusal } from '@parvis/domain/refusals'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { CallPlace } from '../current-call.ts'
import { sweepIdle, type Turn, Turns } from './session-turns.ts'
import { hasBody } from './slow-clients.ts'
import type { Upload } from './uploads.ts'

const inFlightCap = 120
/** What the process keeps when answers get slow: more only makes all of them wait (trust.md F20). */
const slowCap = 40
const slowMilliseconds = 250
/** How long an answer that is ready keeps its place while the client reads it. */
const readingMilliseconds = 250
/** Of each answer in the moving average: some thirty answers change it. */
const weight = 0.05
/** Room kept for what must go through when everything else is shed: sign-in, payment, webhooks, orders (G17). */
const reserve = 60
const critical =
  /^\/v1\/(authentication|payment|clickAndCollect|site\/(orders|conversations|companies\/[^/]+\/(orders|messages)))(\/|\?|$)/

/**
 * Load shedding: a call beyond what the process can do at once is refused with 503, which beats an answer that nobody
 * waits for; a session has eight at work and the others wait their turn (decision 0025). A body that is still to come
 * takes no place, however slowly it comes: the place is taken when it is complete, as the decorator `place`.
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
    // The reserve stands on the larger cap: calls accepted before answers got slow must not use it up.
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
 * Those at work; whoever waits for a decoder rests, and counts for nothing meanwhile. An array, and counts that are swept: a Set
 * or a Map that changes at each call keeps the calls that left it (`sweepIdle`).
 */
class Crowd {
  readonly atWork: AtWork[] = []
  readonly #working = new Map<string, number>()
  #resting = 0

  get size(): number {
    return this.atWork.length - this.#resting
  }

  /** As it is for a session that has one call at work at most: of each session two count. Five of them with eight are no crowd. */
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
    // The last one takes its index.
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

/** A call at work: from its complete body to its answer, or to the end of its work when the client went away. */
class AtWork implements CallPlace {
  readonly subject: string | undefined
  /** Among those at work; -1 once it has left. */
  index = -1
  readonly #crowd: Crowd
  readonly #turn: Turn | undefined
  readonly #upload: Upload | null
  readonly #isRead: boolean
  #since = performance.now()
  /** Of the work before it rested: waiting in a queue says nothing of how busy the process is. */
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

  isForNobody(): boolean {
    return this.#isCut && this.#isRead
  }

  answer(): void {
    this.#readyAt = performance.now()
  }

  /** The client went away. The work keeps its place until it ends: a write's goes on, a read's ends before its next statement. */
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

  /** Ready since before that moment, and still being read. */
  isReadSince(before: number): boolean {
    return this.#readyAt !== undefined && this.#readyAt < before
  }
}

const shed = (): Refusal => refusal('request.upstream_unavailable', { retryAfter: 1 })

/**
 * Whoever reads the answer slowly, or never, takes no one's place (F21, G19). The others' are free once it has left, which
 * under load is later than when it is ready.
 */
function freePlaces(atWork: readonly AtWork[]): void {
  const before = performance.now() - readingMilliseconds
  for (const place of atWork.filter((one) => one.isReadSince(before))) place.leave()
}

/** `Bearer` and a token of ours are 50 characters: what is longer is nobody's, and is not remembered. */
const longestToken = 200

/** A session, by its token: known before the database is asked. Sign-in and payment have turns of their own. */
function subjectOf({ headers: { authorization }, url }: FastifyRequest): string | undefined {
  if (!authorization || authorization.length > longestToken) return undefined
  return `${critical.test(url) ? 'critical ' : ''}${authorization}`
}

/** Event streams last, and are bounded by session; health must answer when nothing else does. */
function isCounted({ url }: FastifyRequest): boolean {
  return url.startsWith('/v1/') && !/^\/v1\/(site\/)?(events|health)/.test(url)
}
