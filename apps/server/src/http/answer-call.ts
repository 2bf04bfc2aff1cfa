import { type Endpoint, methodOf } from '@parvis/domain/kernel/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { admitFiles } from '../admission/uploads.ts'
import { stillAwaited } from '../current-call.ts'
import type { Dependencies } from '../dependencies.ts'
import type { Actor, Caller, CallOf, Resident } from './actor.ts'
import type { Admitted } from './admit-call.ts'
import { authorizeCompany } from './authorize.ts'
import { type AnyHandler, type NamedInPath, type Plan, writes } from './endpoint-plan.ts'
import { answerOnce, retryOf } from './idempotency.ts'
import { type Json, RouteCall, streamAnswer, writeAnswer, writeItems } from './json-answers.ts'
import { countAgainstLimit } from './limits.ts'
import { parseBody, type ReceivedBody, receivedBody } from './read-body.ts'
import { answerKnownResident, answerNewResident, isForResidents } from './resident-door.ts'

/** Reads the body, runs the handler and sends what it answers. */
export async function answerCall(
  deps: Dependencies,
  plan: Plan,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { endpoint, handler, find, isPlain } = plan
  const { actor, params, query, named } = request.getDecorator<Admitted>('admitted')
  const received = receivedBody(request)
  await admitFiles(deps, actor, { files: received.files, isDocument: endpoint.document !== undefined })
  const body = await parseBody(endpoint, received, async () => await find?.({ actor, params } as NamedInPath<Endpoint>))
  const company = named ?? (await companyOfBody(deps, endpoint, actor, body))
  const route = new RouteCall(request, reply, isPlain)
  const call = Object.assign(route, { params, query, body, files: received.files, actor, company }) as CallOf<Endpoint>
  if (endpoint.answer === 'raw' || endpoint.sendsItself) {
    await handler(call)
    return reply
  }
  if (endpoint.streamed) return await streamAnswer(reply, (await handler(call)) as AsyncIterable<string>)
  if (endpoint.inParts) {
    const parts = (await handler(call)) as AsyncIterable<readonly object[]>
    return await route.send(await writeItems(endpoint.answer as z.ZodType, parts))
  }
  return route.send(await answerOf(deps, plan, { call, received }))
}

/** The answer as JSON text; of a write, once per Idempotency-Key. */
async function answerOf(
  deps: Dependencies,
  { endpoint, handler, retryReader }: Plan,
  { call, received }: { call: CallOf<Endpoint>; received: ReceivedBody },
): Promise<Json> {
  const { access, answer, onceByKey = false } = endpoint
  const { request } = call
  const { actor, known } = request.getDecorator<Admitted>('admitted')
  const written = (by: AnyHandler, as?: Resident) => async () =>
    await writeAnswer(
      answer as z.ZodType | undefined,
      stillAwaited(await by(as ? Object.assign(call, { actor: as }) : call)),
    )
  if (methodOf(endpoint) === 'GET') return await written(handler)()
  if (actor) await countAgainstLimit(deps.db, deps.config, writes, `user:${actor.userId}`)
  else if (access === 'new-resident')
    return await answerNewResident(deps, call, retryOf(request, received), async (as) => await written(handler, as)())
  const once = async (joined?: Resident) => {
    const asked = joined ? { actor: joined, known: undefined } : { actor, known }
    const answers = { run: written(handler, joined), again: retryReader && written(retryReader, joined) }
    return await answerOnce(deps.db, request, { ...asked, received, onceByKey }, answers)
  }
  if (!actor || !('deviceId' in actor)) return await once()
  return await answerKnownResident(deps, { request, reply: call.reply, actor }, once)
}

async function companyOfBody({ db }: Dependencies, { access }: Endpoint, actor: Caller, body: unknown) {
  if (isForResidents(access)) return undefined
  return await authorizeCompany(db, access, { actor: actor as Actor, member: undefined }, { body })
}
