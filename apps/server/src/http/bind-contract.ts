import type { Answer, Contract, Endpoint, Params, Query } from '@parvis/domain/kernel/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { whoAsks } from '../admission/calls.ts'
import { admitFiles } from '../admission/uploads.ts'
import { type CallSlot, runCall, stillAwaited } from '../current-call.ts'
import type { Dependencies } from '../dependencies.ts'
import type { ActingCompany, Actor, Caller, CallOf, Resident } from './actor.ts'
import { authenticate, authorizeCompany, refuseOthers } from './authorize.ts'
import type { Read, Who } from './caller.queries.ts'
import { answerOnce, keyOf, retryOf, routeOf } from './idempotency.ts'
import { type Json, RouteCall, streamAnswer, writeAnswer, writeItems } from './json-answers.ts'
import { countAgainstLimit, type Limit } from './limits.ts'
import { auditForbidden } from './note-refusal.ts'
import { checkAddress, parseAddress, parseBody, type ReceivedBody, receivedBody, soundAddress } from './read-body.ts'
import { admitResident, answerKnownResident, answerNewResident, isForResidents } from './resident-door.ts'
import { hasBody } from './slow-clients.ts'

type Handler<E extends Endpoint> = (call: CallOf<E>) => Promise<Handled<E>>
type Handled<E extends Endpoint> = E['answer'] extends 'raw'
  ? void
  : E extends { sendsItself: true }
    ? void
    : E extends { streamed: true }
      ? AsyncIterable<string>
      : E extends { inParts: true }
        ? AsyncIterable<Answer<E>>
        : Answer<E>
export type Handlers<C extends Contract> = { [Name in keyof C]: Handler<C[Name]> }

export type Reads<C extends Contract> = {
  [Name in keyof C]?: (address: { params: Params<C[Name]>; query: Query<C[Name]> }) => Read | undefined
}

type Named<E extends Endpoint> = Pick<CallOf<E>, 'actor' | 'params'>

type Options<C extends Contract> = {
  again?: Partial<Handlers<C>>
  ahead?: Reads<C>
  limits?: { [Name in keyof C]?: readonly Limit[] }
  find?: { [Name in keyof C]?: (address: Named<C[Name]>) => Promise<unknown> }
}

/**
 * Registers one Fastify route per endpoint. A missing or ill-typed handler does not compile. `again`: reads the answer of a
 * writing call once more for a retry, when it is a list too long to be stored with the key. `ahead`: the read of a reading call,
 * `limits`: those of a writing call; both travel in the authentication statement.
 * `find`: refuses an object of the path that the caller does not have, when the body is refused (api.md 8.30).
 */
export function bindContract<C extends Contract>(
  app: FastifyInstance,
  deps: Dependencies,
  contract: C,
  handlers: Handlers<C>,
  options: Options<C> = {},
): void {
  if (!app.hasRequestDecorator('admitted')) app.decorateRequest('admitted', null)
  for (const [name, endpoint] of Object.entries(contract)) {
    const own = ownOf(handlers, options, name)
    const read = options.ahead?.[name] as ReadOf | undefined
    const also = { read, limits: [writes, ...own.limits] }
    const isAtOnce = (also.read !== undefined || isWrite(endpoint)) && isPlain(endpoint)
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      config: { endpoint },
      // A call context of its own for the authentication, so that waits for a database connection are counted from the first one
      // on.
      onRequest: async (request, reply) => {
        const arriving = { request, reply, ...also }
        if (isAtOnce && isBodyless(request)) return await answerAtOnce(deps, endpoint, own, arriving)
        await runCall({ requestId: request.id, subject: subjectOf(request) }, () => admit(deps, endpoint, arriving))
      },
      handler: async (request, reply) =>
        await runCall(currentCall(request), () => answerCall(deps, endpoint, own, request, reply)),
      onError: async (request, _reply, error) =>
        await runCall({ requestId: request.id }, () => auditForbidden(deps, endpoint, admitted(request)?.actor, error)),
    })
  }
}

/** Answers a prepared read or a write in the onRequest hook: without a body, Fastify's later hooks have nothing to do. */
async function answerAtOnce(
  deps: Dependencies,
  endpoint: Endpoint,
  own: Own,
  arriving: Arriving,
): Promise<FastifyReply> {
  const { request, reply } = arriving
  const current = currentCall(request)
  return await runCall(current, async () => {
    const { ahead, counted, waited = 0, ...admission } = await admit(deps, endpoint, arriving)
    Object.assign(current, { ahead, counted, waited })
    if (isWrite(endpoint)) return await answerCall(deps, endpoint, own, request, reply)
    const { actor, params, query, named: company } = admission
    const call = Object.assign(new RouteCall(request, reply, true), { params, query, actor, company })
    const answer = await own.handler(call as unknown as CallOf<Endpoint>)
    return call.send(await writeAnswer(endpoint.answer as z.ZodType, stillAwaited(answer)))
  })
}

/** A content type without a body is refused by Fastify's parsers where it is none of ours (415). */
const isBodyless = (request: FastifyRequest): boolean =>
  !hasBody(request) && (request.method === 'GET' || request.headers['content-type'] === undefined)

const isPlain = ({ answer, streamed, sendsItself, access }: Endpoint) =>
  answer !== 'raw' && !streamed && !sendsItself && !isForResidents(access)

type ReadOf = (address: { params: unknown; query: unknown }) => Read | undefined

function currentCall(request: FastifyRequest) {
  const { id: requestId } = request
  const slot = request.getDecorator<CallSlot | null>('slot')
  const { ahead, counted, waited = 0 } = admitted(request) ?? {}
  return { requestId, subject: subjectOf(request), slot, ahead, counted, waited }
}

const subjectOf = (request: FastifyRequest): string => whoAsks(request).subject

/**
 * Write limit of one person over all calls: 300 a minute, more than any hand does; what each write may leave is bounded by its
 * own rule.
 */
const writes = { name: 'writes', max: 300, seconds: 60 }
/** Authentication and permission in two steps, so that the audit line of a refusal by the second one knows the caller. */
type Admitted = {
  actor: Caller
  params?: unknown
  query?: unknown
  named?: ActingCompany | undefined
  /**
   * Milliseconds that the authentication took: they count against the 3 s in which a call is answered while the database is away
   * (G20).
   */
  waited?: number
} & Pick<Who, 'ahead' | 'counted' | 'known'>

const admitted = (request: FastifyRequest) => request.getDecorator<Admitted | null>('admitted')

type Arriving = {
  request: FastifyRequest
  reply: FastifyReply
  read: ReadOf | undefined
  limits: readonly Limit[]
}

/** Authenticates and authorises before a byte of the body is read: 401, 404, 403, then 415 and 400. */
async function admit(
  deps: Dependencies,
  endpoint: Endpoint,
  { request, reply, read, limits }: Arriving,
): Promise<Admitted> {
  const { db } = deps
  const began = performance.now()
  const address = { params: request.params, query: request.query }
  const checked = read && checkAddress(endpoint, address)
  const known = soundAddress(checked)
  const also = isWrite(endpoint)
    ? { write: { limits, route: routeOf(request), key: keyOf(request) } }
    : { read: known && read?.(known) }
  if (isForResidents(endpoint.access)) {
    const resident = await admitResident(deps, endpoint, { request, reply }, also)
    const parsed = parseAddress(endpoint, address, checked)
    return admitAs(request, { actor: undefined, ...resident, ...parsed, waited: performance.now() - began })
  }
  const who = await authenticate(deps, endpoint.access, request.headers, address, also)
  const actor = who?.actor
  const held = admitAs(request, { actor })
  refuseOthers(endpoint.access, actor)
  const { params, query } = parseAddress(endpoint, address, checked)
  const named = await authorizeCompany(db, endpoint.access, { actor, member: who?.company }, { params, query })
  return Object.assign(held, who, { actor, params, query, named, waited: performance.now() - began })
}

function admitAs(request: FastifyRequest, known: Admitted): Admitted {
  request.setDecorator('admitted', known)
  return known
}

const isWrite = ({ method, answer, streamed }: Endpoint) => method !== 'GET' && answer !== 'raw' && !streamed

type Own = Record<'handler', Handler<Endpoint>> &
  Record<'reader', Handler<Endpoint> | undefined> &
  Record<'find', ((address: Named<Endpoint>) => Promise<unknown>) | undefined> &
  Record<'limits', readonly Limit[]>

function ownOf<C extends Contract>(handlers: Handlers<C>, { again, limits, find }: Options<C>, name: string): Own {
  return {
    handler: handlers[name] as unknown as Handler<Endpoint>,
    reader: again?.[name] as unknown as Handler<Endpoint> | undefined,
    find: find?.[name] as Own['find'],
    limits: limits?.[name] ?? [],
  }
}

async function answerCall(
  deps: Dependencies,
  endpoint: Endpoint,
  own: Own,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { handler, find } = own
  const { actor, params, query, named } = request.getDecorator<Admitted>('admitted')
  const received = receivedBody(request)
  await admitFiles(deps, actor, { files: received.files, isDocument: endpoint.document !== undefined })
  const body = await parseBody(endpoint, received, async () => await find?.({ actor, params } as Named<Endpoint>))
  const company = named ?? (await companyOfBody(deps, endpoint, actor, body))
  const route = new RouteCall(request, reply, isPlain(endpoint))
  const call = Object.assign(route, { params, query, body, files: received.files, actor, company }) as CallOf<Endpoint>
  if (endpoint.answer === 'raw' || endpoint.sendsItself) {
    await handler(call)
    return reply
  }
  if (endpoint.streamed) return await streamAnswer(reply, (await handler(call)) as AsyncIterable<string>)
  if (endpoint.inParts) {
    const parts = (await handler(call)) as AsyncIterable<readonly object[]>
    return await route.send(await writeItems(endpoint.answer, parts))
  }
  return route.send(await answerOf(deps, endpoint, own, { call, received }))
}

/** The answer as JSON text; of a write, once per Idempotency-Key. */
async function answerOf(
  deps: Dependencies,
  { access, answer, method }: Endpoint,
  { handler, reader }: Own,
  { call, received }: { call: CallOf<Endpoint>; received: ReceivedBody },
): Promise<Json> {
  const { request, reply } = call
  const { actor, known } = request.getDecorator<Admitted>('admitted')
  const written = (by: Handler<Endpoint>, as?: Resident) => async () =>
    await writeAnswer(answer as z.ZodType, stillAwaited(await by(as ? Object.assign(call, { actor: as }) : call)))
  if (method === 'GET') return await written(handler)()
  if (actor) await countAgainstLimit(deps.db, deps.config, writes, `user:${actor.userId}`)
  else if (access === 'new-resident')
    return await answerNewResident(deps, call, retryOf(request, received), async (as) => await written(handler, as)())
  const once = async (joined?: Resident) => {
    const asked = joined ? { actor: joined, known: undefined, received } : { actor, known, received }
    const answers = { run: written(handler, joined), again: reader && written(reader, joined) }
    return await answerOnce(deps.db, request, asked, answers)
  }
  if (!actor || !('deviceId' in actor)) return await once()
  return await answerKnownResident(deps, { request, reply, actor }, once)
}

async function companyOfBody({ db }: Dependencies, { access }: Endpoint, actor: Caller, body: unknown) {
  if (isForResidents(access)) return undefined
  return await authorizeCompany(db, access, { actor: actor as Actor, member: undefined }, { body })
}
