import { refusal } from '@parvis/domain/refusals'
import type { Membership, Periodicity } from '@parvis/domain/subscription/plans'
import type { Dependencies } from '../../dependencies.ts'
import { fulfilPayment } from './fulfil-payment.ts'
import { findSession, isOwnedBy } from './payment-sessions.queries.ts'

type Return = { sessionId?: string | undefined; companyId?: string | undefined }
type Outcome = { status: 'unpaid' } | { status: 'paid'; membership: Membership; periodicity: Periodicity }

/**
 * Whether a session is paid, as the provider says; the first time, the plan is given (AMB-69). The same session answers
 * the same again and changes nothing more (S-051). 404 for an unknown session, 403 for another company's.
 */
export async function validatePayment(
  deps: Dependencies,
  userId: number,
  { sessionId, companyId }: Return,
): Promise<Outcome> {
  if (!sessionId) throw refusal('subscription.session_id_required')
  const asked = await findSession(deps.db, sessionId)
  if (!asked) throw refusal('subscription.payment_not_found')
  const foreign = companyId && companyId !== asked.companyId
  if (foreign || !(await isOwnedBy(deps.db, asked.companyId, userId))) throw refusal('request.forbidden')

  const status = await fulfilPayment(deps, asked, { actor: `user:${userId}` })
  return status === 'paid' ? { status, membership: asked.plan, periodicity: asked.periodicity } : { status }
}
