import type { Answer, Body, Endpoint, Params, Query, UploadedFile } from '@parvis/domain/kernel/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { dropReadAhead } from '../current-call.ts'
import type { Dependencies } from '../dependencies.ts'
import type { ActorOf, CompanyOf } from './actor.ts'
import type { Read, Who } from './caller.queries.ts'
import { isKey, type KeyedWrite, keyOf, retryOf, routeOf } from './idempotency.ts'
import { writeAnswer } from './json-answers.ts'
import { areWithin, type Limit, relaxed } from './limits.ts'
import { type OneWrite, storedResult, writeInOne } from './one-statement.queries.ts'
import { receivedBody } from './read-body.ts'
import { hasBody } from './slow-clients.ts'
import type { Write } from './writer.queries.ts'

/** What a handler receives. */
export type CallOf<E extends Endpoint> = {
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

/**
 * A single-statement write of a keyed call, tried before the handler. `ask` returns the statement with its values, undefined where only
 * the handler can answer; for a call without a body it runs before the authentication, with the parameters alone. `tell` sends the live
 * notices; `answer` makes the answer of the result, the first time and for each retry.
 */
export type InOne<E extends Endpoint> = {
  /** Reads that `ask` repeats, sent with the question who calls where the body is still to come. */
  beside?: (address: Pick<CallOf<E>, 'params' | 'query'>) => readonly Read[]
  ask: (call: CallOf<E>) => OneWrite | undefined | Promise<OneWrite | undefined>
  tell: (result: never, call: CallOf<E>) => Promise<void>
  answer: (result: never, call: CallOf<E>) => E['answer'] extends 'raw' ? never : Answer<E>
}

/** A content type without a body is refused by Fastify's parsers where it is none of ours (415). */
export const isBodyless = (request: FastifyRequest): boolean =>
  !hasBody(request) && (request.method === 'GET' || request.headers['content-type'] === undefined)

type Sound = { params: unknown; query: unknown } | undefined

/**
 * What is sent of a writing call with the question who calls: the whole write where there is no body to wait for, else its reads.
 * Only where whoever is signed in may call: nothing else about the caller is checked before it. `address`: the parameters, when sound.
 */
export async function keyedAhead(
  deps: Dependencies,
  { access, body }: Endpoint,
  inOne: InOne<Endpoint> | undefined,
  { request, address }: { request: FastifyRequest; address: Sound },
): Promise<Omit<Write, 'limits'>> {
  const asked = { route: routeOf(request), key: keyOf(request), beside: [], one: undefined }
  if (!inOne || !address || !isKeyed(asked.key) || access !== 'session') return asked
  const call = address as CallOf<Endpoint>
  const isWhole = !body && isBodyless(request)
  if (!isWhole) return { ...asked, beside: inOne.beside?.(call) ?? [] }
  const write = await inOne.ask(call)
  const { bodyHash } = retryOf(request, receivedBody(request))
  return { ...asked, one: write && { write, bodyHash, limitFactor: relaxed(deps.config, 1) } }
}

const isKeyed = (key: string | undefined) => key !== undefined && isKey(key)

/** Milliseconds for which what was read with the question who calls may be decided upon: a body may take longer. */
const freshMilliseconds = 200

/** `askedAt`: when the question who calls was sent, by `performance.now()`. */
type Written = { kept?: Who['kept'] | undefined; askedAt?: number | undefined }

/** The write of a call whose body has been read, with what the authentication has written or counted for it. */
export function writeOfCall(
  { db, config }: Dependencies,
  inOne: InOne<Endpoint> | undefined,
  { call, limits, kept: done, askedAt = 0 }: Written & { call: CallOf<Endpoint>; limits: readonly Limit[] },
  schema: z.ZodType,
): KeyedWrite | undefined {
  return (
    inOne && {
      write: async (keyed) => {
        if (performance.now() - askedAt > freshMilliseconds) dropReadAhead()
        const isUntried = done === undefined && areWithin(config, limits)
        const write = isUntried ? await inOne.ask(call) : undefined
        dropReadAhead()
        const kept = write ? await writeInOne(db, write, keyed) : (done ?? undefined)
        if (kept !== undefined) await inOne.tell(storedResult(kept), call)
        return kept
      },
      answer: async (result) => await writeAnswer(schema, inOne.answer(result, call)),
    }
  )
}
