import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Dependencies } from '../dependencies.ts'
import type { ActingCompany, Caller } from './actor.ts'
import { authenticate, authorizeCompany, refuseOthers } from './authorize.ts'
import type { AnsweredToo } from './caller.queries.ts'
import type { Plan } from './endpoint-plan.ts'
import { keyOf, routeOf } from './idempotency.ts'
import { checkAddress, requireAddress, soundAddress } from './read-body.ts'
import { admitResident, isForResidents } from './resident-door.ts'

/** Who is let in to what, as the hooks of a request pass it on; of a refused one the caller alone, for its audit line. */
export type Admitted = {
  actor: Caller
  params?: unknown
  query?: unknown
  named?: ActingCompany | undefined
  /**
   * Milliseconds that the authentication took: they count against the 3 s in which a call is answered while the database is away.
   */
  waited?: number
} & AnsweredToo

export const admitted = (request: FastifyRequest) => request.getDecorator<Admitted | null>('admitted')

/** Authenticates and authorises before a byte of the body is read: 401, 404, 403, then 415 and 400. */
export async function admit(
  deps: Dependencies,
  { endpoint, prefetch, writer }: Plan,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Admitted> {
  const began = performance.now()
  const address = { params: request.params, query: request.query }
  const checked = checkAddress(endpoint, address)
  const sound = soundAddress(checked)
  const also = writer
    ? { write: { writer, route: routeOf(request), key: keyOf(request) } }
    : { read: sound && prefetch?.(sound) }
  if (isForResidents(endpoint.access)) {
    const resident = await admitResident(deps, endpoint, { request, reply }, also)
    return admitAs(request, {
      actor: undefined,
      ...resident,
      ...requireAddress(endpoint, checked),
      waited: performance.now() - began,
    })
  }
  const who = await authenticate(deps, endpoint.access, request.headers, address, also)
  const actor = who?.actor
  // In two steps, so that the audit line of a refusal by the second one knows the caller.
  const partly = admitAs(request, { actor })
  refuseOthers(endpoint.access, actor)
  const { params, query } = requireAddress(endpoint, checked)
  const named = await authorizeCompany(deps.db, endpoint.access, { actor, member: who?.company }, { params, query })
  return Object.assign(partly, who, { actor, params, query, named, waited: performance.now() - began })
}

function admitAs(request: FastifyRequest, known: Admitted): Admitted {
  request.setDecorator('admitted', known)
  return known
}
