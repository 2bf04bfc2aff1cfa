import { type Endpoint, pathOf } from '@parvis/domain/kernel/contract'
import { type Refusal, refusal } from '@parvis/domain/refusals'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasBody } from '../http/slow-clients.ts'
import { AtWork, Crowd } from './crowd.ts'
import { requesterOf } from './requester.ts'
import { type Requester, Semaphore } from './semaphore.ts'

const inFlightCap = 120
/** In-flight cap once answers are slow: more calls at once would only make all of them slower (trust.md F20). */
const slowCap = 40
const slowMilliseconds = 250
/** How long a call waits for a turn of its session or network. */
const maxWaitMilliseconds = 2_000
/** Weight of one answer in the moving average: some thirty answers change it. */
const weight = 0.05
/** Slots reserved for critical calls when everything else is shed: sign-in, payment, webhooks, orders. */
const reserve = 60
const critical =
  /^\/v1\/(authentication|payment|clickAndCollect|site\/(orders|conversations|companies\/[^/]+\/(orders|messages)))(\/|\?|$)/

/** Of a crowd that asks for one row, as for the seats of an instant: each at work has a connection to PostgreSQL and waits for its lock. */
const rowTurns = { max: 4, waiting: 1_000 }

/**
 * Load shedding: a call beyond the in-flight cap is refused with 503 and Retry-After. A session has eight calls at work and a network
 * without one sixteen, their others wait their turn (decision 0025). A body still to come takes no slot, however slowly it arrives:
 * the slot is taken when the body is complete, as the request decorator `slot`.
 */
export function registerAdmission(app: FastifyInstance): void {
  const admission = new Admission()
  app.decorateRequest('slot', null)
  app.decorateRequest('upload', null)
  app.decorateRequest('requester', null)
  const slotOf = (request: FastifyRequest) => request.getDecorator<AtWork | null>('slot')

  app.addHook('onRequest', (request, reply, done) => {
    if (!isCounted(request)) return done()
    const requester = withRowTurn(request, requesterOf(request, critical.test(request.url) ? 'critical ' : ''))
    request.setDecorator('requester', requester)
    if (!hasBody(request)) return admission.enter(request, reply, done)
    done(admission.hasRoom(request.url, requester) ? undefined : shed())
  })
  app.addHook('preValidation', (request, reply, done) => {
    if (isCounted(request) && !slotOf(request)) admission.enter(request, reply, done)
    else done()
  })
  app.addHook('onSend', (request, _reply, payload, done) => {
    slotOf(request)?.answer()
    done(null, payload)
  })
  app.addHook('onResponse', (request, _reply, done) => {
    const slot = slotOf(request)
    if (slot) admission.finish(slot)
    done()
  })
  app.addHook('onRequestAbort', (request, done) => {
    slotOf(request)?.cut()
    done()
  })
}

type Done = (refused?: Refusal) => void

class Admission {
  readonly #turns = new Semaphore({ milliseconds: maxWaitMilliseconds })
  readonly #crowd = new Crowd()
  /** Moving average of the milliseconds of a call. */
  #average = 0

  hasRoom(url: string, { subject }: Requester): boolean {
    const crowd = this.#crowd
    const usual = this.#average > slowMilliseconds ? slowCap : inFlightCap
    // The reserve is added to the larger cap: calls accepted before answers became slow must not use it up.
    const cap = critical.test(url) ? inFlightCap + reserve : usual
    if (crowd.size >= cap) crowd.freeSlots()
    if (crowd.size < cap) return true
    return crowd.size < inFlightCap && crowd.sizeFor(subject) < usual
  }

  /** Takes a turn, at once where one is free: no promise then delays the call by a microtask. */
  enter(request: FastifyRequest, reply: FastifyReply, done: Done): void {
    const requester = whoAsks(request)
    if (this.#turns.take(requester)) this.#begin(request, requester, done)
    else void this.#wait(request, reply, done)
  }

  async #wait(request: FastifyRequest, reply: FastifyReply, done: Done): Promise<void> {
    const requester = whoAsks(request)
    const onWait = (cancel: () => void) => reply.raw.once('close', cancel)
    const refused = await this.#turns.wait(requester, { onWait }).catch((error: Refusal) => error)
    if (refused) done(refused)
    else this.#begin(request, requester, done)
  }

  #begin(request: FastifyRequest, requester: Requester, done: Done): void {
    if (!this.hasRoom(request.url, requester)) {
      this.#turns.leave(requester)
      done(shed())
      return
    }
    const endTurn = () => this.#turns.leave(requester)
    request.setDecorator('slot', new AtWork(this.#crowd, endTurn, requester.subject, request))
    done()
  }

  finish(slot: AtWork): void {
    this.#average += (slot.milliseconds() - this.#average) * weight
    slot.leave()
  }
}

/**
 * A crowd that asks for one row is one subject: a few of it are at work, the others wait here, without a slot and a connection to
 * PostgreSQL, and whoever asks for something else comes next in every round, not behind all of them.
 */
function withRowTurn({ method, params, routeOptions }: FastifyRequest, requester: Requester): Requester {
  const { endpoint } = (method === 'POST' ? routeOptions.config : {}) as { endpoint?: Endpoint }
  if (!endpoint?.queued) return requester
  const subject = `${method} ${pathOf(endpoint)} ${JSON.stringify(params)}`
  return { subject, quotas: [...(requester.quotas ?? []), { subject, ...rowTurns }] }
}

/** Who makes a call, as fair turns count it: found out once, before a session that it proves is known. */
export const whoAsks = (request: FastifyRequest): Requester =>
  request.getDecorator<Requester | null>('requester') ?? requesterOf(request)

const shed = (): Refusal => refusal('request.upstream_unavailable', { retryAfter: 1 })

/** Event streams are long-lived and bounded per session; health checks must answer when everything else is shed. */
function isCounted({ url }: FastifyRequest): boolean {
  return url.startsWith('/v1/') && !/^\/v1\/(site\/)?(events|health)/.test(url)
}
