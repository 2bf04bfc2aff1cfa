import { type Contract, type Endpoint, methodOf, pathOf } from '@parvis/domain/kernel/contract'
import { Refusal, type RefusalKey } from '@parvis/domain/refusals'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { whoAsks } from '../admission/calls.ts'
import { audit } from '../audit.queries.ts'
import { type CallSlot, runCall } from '../current-call.ts'
import type { Dependencies } from '../dependencies.ts'
import type { Caller } from './actor.ts'
import { admit, admitted } from './admit-call.ts'
import { answerCall } from './answer-call.ts'
import { endpointPlan, type Handlers, type Options, type Plan } from './endpoint-plan.ts'
import { countUse } from './limits.queries.ts'
import { hasBody } from './slow-clients.ts'

export type { Handlers, Prefetch } from './endpoint-plan.ts'

/** Registers one Fastify route per endpoint. A missing or ill-typed handler does not compile. */
export function bindContract<C extends Contract>(
  app: FastifyInstance,
  deps: Dependencies,
  contract: C,
  handlers: Handlers<C>,
  options: Options<C> = {},
): void {
  if (!app.hasRequestDecorator('admitted')) app.decorateRequest('admitted', null)
  for (const name of Object.keys(contract)) {
    const plan = endpointPlan(contract, name, handlers, options)
    const { endpoint } = plan
    // A call context of its own for the authentication, so that waits for a database connection are counted from the first one
    // on.
    const letIn = async (request: FastifyRequest, reply: FastifyReply) => {
      if (plan.isAtOnce && isBodyless(request)) return await answerAtOnce(deps, plan, request, reply)
      await runCall({ requestId: request.id, subject: whoAsks(request).subject }, () =>
        admit(deps, plan, request, reply),
      )
    }
    app.route({
      method: methodOf(endpoint),
      url: pathOf(endpoint),
      config: { endpoint },
      // After the turn, which begins with the whole body: a crowd that waits asks PostgreSQL nothing.
      [endpoint.queued ? 'preValidation' : 'onRequest']: letIn,
      handler: async (request, reply) =>
        await runCall(currentCall(request), () => answerCall(deps, plan, request, reply)),
      onError: async (request, _reply, error) =>
        await runCall({ requestId: request.id }, () => auditForbidden(deps, endpoint, admitted(request)?.actor, error)),
    })
  }
}

/** A content type without a body is refused by Fastify's parsers where it is none of ours (415). */
const isBodyless = (request: FastifyRequest): boolean =>
  !hasBody(request) && (request.method === 'GET' || request.headers['content-type'] === undefined)

/** Answers a prepared read or a write in the onRequest hook. */
async function answerAtOnce(
  deps: Dependencies,
  plan: Plan,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const current = currentCall(request)
  return await runCall(current, async () => {
    const { ahead, counted, waited = 0 } = await admit(deps, plan, request, reply)
    Object.assign(current, { ahead, counted, waited })
    return await answerCall(deps, plan, request, reply)
  })
}

function currentCall(request: FastifyRequest) {
  const slot = request.getDecorator<CallSlot | null>('slot')
  const { ahead, counted, waited = 0 } = admitted(request) ?? {}
  return { requestId: request.id, subject: whoAsks(request).subject, slot, ahead, counted, waited }
}

const hour = 3_600
const audited: readonly RefusalKey[] = ['request.forbidden', 'request.role_forbidden']

/**
 * Writes an audit line when a signed-in person is refused somebody else's object, or what their role does not open: one
 * per person, route and hour, so that nobody floods the trail. The refusal is answered even if the line cannot be
 * written.
 */
async function auditForbidden(
  { db, report }: Pick<Dependencies, 'db' | 'report'>,
  { call: route }: Endpoint,
  actor: Caller,
  error: unknown,
): Promise<void> {
  if (!actor || !(error instanceof Refusal) || !audited.includes(error.key)) return
  try {
    const { used } = await countUse(db, 'refused', `user:${actor.userId} ${route}`, hour)
    if (used > 1) return
    await audit(db, { actor: `user:${actor.userId}`, action: 'access.refused', object: `route:${route}` })
  } catch (trouble) {
    report?.({ err: trouble }, 'refusal not written down')
  }
}
