import { Readable } from 'node:stream'
import type { Answer, Body, Contract, Endpoint, Params, Query, UploadedFile } from '@parvis/domain/kernel/contract'
import { refusal } from '@parvis/domain/refusals'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { type Place, runCall, stillAwaited } from '../current-call.ts'
import type { Dependencies } from '../dependencies.ts'
import type { ActingCompany, Actor, ActorOf, CompanyOf, Resident } from './actor.ts'
import type { Read, Who } from './authorize.queries.ts'
import { authenticate, authorizeCompany, refuseOthers } from './authorize.ts'
import { findAnswer } from './idempotency.queries.ts'
import { keyOf, once, retryOf, routeOf } from './idempotency.ts'
import { countAgainstLimit, type Limit } from './limits.ts'
import { auditForbidden } from './note-refusal.ts'
import { type ReceivedBody, receivedBody } from './read-body.ts'
import { admitResident, answerNewResident, isForResidents } from './resident-door.ts'

type Call<E extends Endpoint> = {
  params: Params<E>
  query: Query<E>
  body: Body<E>
  files: readonly UploadedFile[]
  actor: ActorOf<E>
  /** The company that the call names, already checked; only for endpoints with `access: { owner }`. */
  company: CompanyOf<E>
  request: FastifyRequest
  reply: FastifyReply
}

type Handler<E extends Endpoint> = (
  call: Call<E>,
) => Promise<E['answer'] extends 'raw' ? void : E extends { streamed: true } ? AsyncIterable<string> : Answer<E>>
export type Handlers<C extends Contract> = { [Name in keyof C]: Handler<C[Name]> }

export type Reads<C extends Contract> = {
  [Name in keyof C]?: (address: { params: Params<C[Name]>; query: Query<C[Name]> }) => Read | undefined
}

type Limits<C extends Contract> = { [Name in keyof C]?: readonly Limit[] }

/**
 * One Fastify route per endpoint. A missing handler, or one of the wrong shape, does not compile. `again`: how the answer of
 * a writing call is read once more for a retry, where it is a list too long to be stored with the key. `ahead`: the read
 * that a reading call will make, `limits`: those that a writing call will be counted against, both sent with the question
 * who calls.
 */
export function bindContract<C extends Contract>(
  app: FastifyInstance,
  deps: Dependencies,
  contract: C,
  handlers: Handlers<C>,
  { again = {}, ahead = {}, limits = {} }: { again?: Partial<Handlers<C>>; ahead?: Reads<C>; limits?: Limits<C> } = {},
): void {
  if (!app.hasRequestDecorator('admitted')) app.decorateRequest('admitted', null)
  for (const [name, endpoint] of Object.entries(contract)) {
    const handler = handlers[name] as unknown as Handler<Endpoint>
    const reader = again[name] as unknown as Handler<Endpoint> | undefined
    const also = { read: ahead[name] as ReadOf | undefined, limits: [writes, ...(limits[name] ?? [])] }
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      config: { endpoint },
      // A call of its own until it is let in: what it waits for a connection is counted from the first one on.
      onRequest: async (request, reply) =>
        await runCall({ requestId: request.id }, () => admit(deps, endpoint, { request, reply, ...also })),
      handler: async (request, reply) =>
        await runCall(currentCall(request), () => answerCall(deps, endpoint, { handler, reader }, request, reply)),
      onError: async (request, _reply, error) =>
        await runCall({ requestId: request.id }, () => auditForbidden(deps, endpoint, admitted(request)?.actor, error)),
    })
  }
}

type ReadOf = (address: { params: unknown; query: unknown }) => Read | undefined

function currentCall(request: FastifyRequest) {
  const { id: requestId, headers } = request
  const place = request.getDecorator<Place | null>('place')
  const { ahead, counted, waited = 0 } = admitted(request) ?? {}
  return { requestId, subject: headers.authorization, place, ahead, counted, waited }
}

/** Writes of one person, whatever they write: five a second for a minute, which no hand does; what each leaves is bounded. */
const writes = { name: 'writes', most: 300, seconds: 60 }
/** Calls with pictures, each of eight at most: a day's work of a whole shop fits in an hour (ASVS 2.4.1). */
const uploads = { name: 'uploads', most: 300, seconds: 3_600 }

/** So many an hour, and none that the scanner knows to be harmful: asked before anything decodes them (ASVS 5.4.3). */
async function admitFiles(
  { db, config, gateways }: Dependencies,
  actor: Caller,
  files: readonly UploadedFile[],
): Promise<void> {
  if (files.length === 0) return
  if (actor)
    await countAgainstLimit(
      db,
      config,
      uploads,
      'sessionId' in actor ? `session:${actor.sessionId}` : `user:${actor.userId}`,
    )
  for (const { bytes } of files) {
    if (gateways.scanner && !(await gateways.scanner.isClean(bytes))) throw refusal('request.infected_file')
  }
}

/** Nobody, a signed-in person, or a resident on their own site. */
type Caller = Actor | Resident | undefined

/** Told in two steps, so that a refusal of the second one knows who was refused. */
type Admitted = {
  actor: Caller
  params?: unknown
  query?: unknown
  named?: ActingCompany | undefined
  /** Milliseconds that it took to know: of the 3 s in which a call is answered when the database is away (G20). */
  waited?: number
} & Pick<Who, 'ahead' | 'counted' | 'known'>

const admitted = (request: FastifyRequest) => request.getDecorator<Admitted | null>('admitted')

type Arriving = {
  request: FastifyRequest
  reply: FastifyReply
  read: ReadOf | undefined
  limits: readonly Limit[]
}

/** Who calls, and for which company of the address, is settled before a byte of the body is read: 401, 404, 403, then 415 and 400. */
async function admit(
  deps: Dependencies,
  endpoint: Endpoint,
  { request, reply, read, limits }: Arriving,
): Promise<void> {
  const { db } = deps
  const began = performance.now()
  if (isForResidents(endpoint.access)) {
    const resident = await admitResident(deps, endpoint, request, reply)
    const params = parseParams(endpoint, request.params)
    const query = parse(endpoint, endpoint.query, request.query)
    return request.setDecorator('admitted', { actor: resident, params, query, waited: performance.now() - began })
  }
  const address = { params: request.params, query: request.query }
  const { authorization } = request.headers
  const also = isWrite(endpoint)
    ? { write: { limits, route: routeOf(request), key: keyOf(request) } }
    : { read: readAhead(endpoint, address, read) }
  const who = await authenticate(db, endpoint.access, authorization, address, also)
  const actor = who?.actor
  request.setDecorator('admitted', { actor })
  refuseOthers(endpoint.access, actor)
  const params = parseParams(endpoint, request.params)
  const query = parse(endpoint, endpoint.query, request.query)
  const named = await authorizeCompany(db, endpoint.access, { actor, owned: who?.company }, { params, query })
  request.setDecorator('admitted', { ...who, actor, params, query, named, waited: performance.now() - began })
}

const isWrite = ({ method, answer, streamed }: Endpoint) => method !== 'GET' && answer !== 'raw' && !streamed

/** None of an address that is to be refused: who calls is asked first. */
function readAhead(endpoint: Endpoint, address: { params: unknown; query: unknown }, read: ReadOf | undefined) {
  if (!read) return undefined
  const params = endpoint.params?.safeParse(address.params)
  const query = endpoint.query?.safeParse(address.query)
  if (params?.success === false || query?.success === false) return undefined
  return read({ params: params?.data, query: query?.data })
}

async function answerCall(
  deps: Dependencies,
  endpoint: Endpoint,
  { handler, reader }: { handler: Handler<Endpoint>; reader: Handler<Endpoint> | undefined },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { actor, params, query, named, known } = request.getDecorator<Admitted>('admitted')
  const received = receivedBody(request)
  await admitFiles(deps, actor, received.files)
  const body = parse(endpoint, endpoint.body, received.fields)
  const company = named ?? (await companyOfBody(deps, endpoint, actor, body))
  const call = { params, query, body, files: received.files, actor, company, request, reply } as Call<Endpoint>
  if (endpoint.answer === 'raw') {
    await handler(call)
    return reply
  }
  if (endpoint.streamed) return await streamAnswer(reply, (await handler(call)) as AsyncIterable<string>)
  const schema = endpoint.answer
  const written = (by: Handler<Endpoint>, made?: Resident) => async () =>
    JSON.stringify({ data: schema.parse(stillAwaited(await by(made ? { ...call, actor: made } : call))) })
  if (actor && request.method !== 'GET') await countAgainstLimit(deps.db, deps.config, writes, `user:${actor.userId}`)
  const answers = { run: written(handler), again: reader && written(reader) }
  const json =
    endpoint.access === 'new-resident' && !actor
      ? await answerNewResident(deps, call, retryOf(request, received), (made) => written(handler, made)())
      : await answerOnce(deps, request, { actor, known }, received, answers)
  return reply.type('application/json; charset=utf-8').send(json)
}

async function companyOfBody({ db }: Dependencies, { access }: Endpoint, actor: Caller, body: unknown) {
  if (isForResidents(access)) return undefined
  return await authorizeCompany(db, access, { actor: actor as Actor, owned: undefined }, { body })
}

/** The pieces of `data`, as fast as they are read: one that fails ends the connection, so that nobody takes a part for the whole. */
async function streamAnswer(reply: FastifyReply, pieces: AsyncIterable<string>): Promise<FastifyReply> {
  async function* envelope(): AsyncGenerator<string> {
    yield '{"data":'
    yield* pieces
    yield '}'
  }
  const body = Readable.from(envelope(), { objectMode: false, highWaterMark: 64 * 1024 })
  return reply.type('application/json; charset=utf-8').send(body)
}

/** With an Idempotency-Key, a person's call takes effect once. Calls without a person have no scope for a key. */
async function answerOnce(
  { db }: Dependencies,
  request: FastifyRequest,
  { actor, known }: Admitted,
  received: ReceivedBody,
  { run, again }: { run: () => Promise<string>; again: (() => Promise<string>) | undefined },
): Promise<string> {
  if (!actor || request.method === 'GET') return await run()
  const { route, key, bodyHash } = retryOf(request, received)
  if (key === undefined) return await run()
  const scope = { userId: actor.userId, route, key }
  const stored = 'sessionId' in actor ? known : await findAnswer(db, scope)
  return await once(db, scope, { known: stored, bodyHash }, run, again)
}

/** A malformed id in a path is 404 (api.md 8.8). */
function parseParams(endpoint: Endpoint, params: unknown): unknown {
  const parsed = endpoint.params?.safeParse(params)
  if (parsed && !parsed.success) throw refusal('request.not_found')
  return parsed?.data
}

function parse(endpoint: Endpoint, schema: z.ZodType | undefined, value: unknown): unknown {
  const parsed = schema?.safeParse(value)
  if (!parsed || parsed.success) return parsed?.data
  const fields: Record<string, string> = {}
  for (const { path, message } of parsed.error.issues) fields[String(path[0] ?? 'body')] ??= fieldKey(message)
  throw refusal(endpoint.invalid ?? 'request.validation', { fields })
}

/** A schema may name the field's key as its message; zod's own English messages become `invalid`. */
function fieldKey(message: string): string {
  return /^[a-zA-Z]+(_[a-zA-Z]+)+$/.test(message) ? message : 'invalid'
}
