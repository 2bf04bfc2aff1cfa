import { type Refusal, refusal } from '@parvis/domain/refusals'
import type { FastifyInstance, FastifyRequest } from 'fastify'

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
const critical = /^\/v1\/(authentication|payment|clickAndCollect)\//

/** Sheds calls beyond what the process can do at once: 503 at once beats an answer that nobody waits for. */
export function registerOverloadGuard(app: FastifyInstance): void {
  let average = 0
  /** Each call that has a place, with the time at which its answer was ready. */
  const inFlight = new Map<FastifyRequest, number | undefined>()
  const admit = (request: FastifyRequest, isAll: boolean): Refusal | undefined => {
    if (!request.url.startsWith('/v1/') || isStream(request) || inFlight.has(request)) return undefined
    const usual = average > slowMilliseconds ? slowCap : inFlightCap
    // The reserve stands on the larger cap: calls accepted before answers got slow must not use it up.
    const cap = critical.test(request.url) ? inFlightCap + reserve : usual
    if (inFlight.size >= cap) freePlaces(inFlight)
    if (inFlight.size >= cap) return refusal('request.upstream_unavailable', { retryAfter: 1 })
    if (isAll) inFlight.set(request, undefined)
    return undefined
  }
  // A body that is still to come takes no one's place either, however slowly it comes. Files come while the call runs.
  app.addHook('onRequest', (request, _reply, done) => done(admit(request, !hasForm(request))))
  app.addHook('preValidation', (request, _reply, done) => done(admit(request, true)))
  app.addHook('onSend', (request, _reply, payload, done) => {
    if (inFlight.has(request)) inFlight.set(request, performance.now())
    done(null, payload)
  })
  app.addHook('onResponse', (request, reply, done) => {
    if (inFlight.delete(request)) average += (reply.elapsedTime - average) * weight
    done()
  })
  app.addHook('onRequestAbort', (request, done) => {
    inFlight.delete(request)
    done()
  })
}

/**
 * Whoever reads the answer slowly, or never, takes no one's place (F21, G19). The others' are free once it has left, which
 * under load is later than when it is ready.
 */
function freePlaces(inFlight: Map<FastifyRequest, number | undefined>): void {
  const before = performance.now() - readingMilliseconds
  for (const [request, readyAt] of inFlight) if (readyAt !== undefined && readyAt < before) inFlight.delete(request)
}

function isStream(request: FastifyRequest): boolean {
  return request.url.startsWith('/v1/events') || request.url.startsWith('/v1/health')
}

function hasForm({ headers }: FastifyRequest): boolean {
  const hasBody = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined
  return hasBody && !headers['content-type']?.startsWith('multipart/')
}
