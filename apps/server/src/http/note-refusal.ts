import type { Endpoint } from '@parvis/domain/kernel/contract'
import { Refusal, type RefusalKey } from '@parvis/domain/refusals'
import { audit } from '../db/audit.queries.ts'
import type { Dependencies } from '../dependencies.ts'
import type { Actor, Resident } from './actor.ts'
import { countUse } from './limits.queries.ts'

const hour = 3_600
const audited: readonly RefusalKey[] = ['request.forbidden', 'request.role_forbidden']

/**
 * Writes an audit line when a signed-in person is refused somebody else's object, or what their role does not open: one per person, route and hour, so that
 * nobody floods the trail. The refusal is answered even if the line cannot be written.
 */
export async function auditForbidden(
  { db, report }: Pick<Dependencies, 'db' | 'report'>,
  { method, path }: Endpoint,
  actor: Actor | Resident | undefined,
  error: unknown,
): Promise<void> {
  if (!actor || !(error instanceof Refusal) || !audited.includes(error.key)) return
  try {
    const { used } = await countUse(db, 'refused', `user:${actor.userId} ${method} ${path}`, hour)
    if (used > 1) return
    await audit(db, { actor: `user:${actor.userId}`, action: 'access.refused', object: `route:${method} ${path}` })
  } catch (trouble) {
    report?.({ err: trouble }, 'refusal not written down')
  }
}
