import type { Body } from '@parvis/domain/kernel/contract'
import { noticeTexts } from '@parvis/domain/notices/notice-texts.fr'
import type { operatorContract } from '@parvis/domain/operator/operator.contract'
import { checkReason } from '@parvis/domain/operator/reason'
import { refusal, refuseFields } from '@parvis/domain/refusals'
import { transaction } from '@parvis/postgres'
import { audited } from '../../audit.queries.ts'
import type { Transaction } from '../../db/database.ts'
import { notifyCompany } from '../../db/notify.queries.ts'
import type { Dependencies } from '../../dependencies.ts'
import { endAlertsOf } from '../alerts/index.ts'
import { moveListsOf } from '../bookings/index.ts'
import { suspensionOf } from '../company/index.ts'
import { notifyOfFact } from '../notices/index.ts'
import { saveSuspension } from './operator.queries.ts'

/**
 * Stops a business, or lifts it: what residents see, are sent and order of it stops at once, all of it is kept, its
 * owner reads why. 404 for an unknown one, 400 without a reason.
 */
export async function suspendCompany(
  { db }: Dependencies,
  userId: number,
  companyId: string,
  { on, reason: typed }: Body<typeof operatorContract.suspendCompany>,
) {
  const reason = readReason(typed)
  return await transaction(db, async (tx) => {
    const saved = await changeSuspension(tx, companyId, { on, reason, by: `user:${userId}` })
    if (!saved) throw refusal('request.not_found')
    return { companyId, suspension: suspensionOf(saved) }
  })
}

/**
 * The row, its audit line, the live notice, and once per suspension what the owner is told of it: for the desk and
 * the operator's tool; undefined when there is no such business.
 */
export async function changeSuspension(
  tx: Transaction,
  companyId: string,
  change: { on: boolean; reason: string; by: string },
) {
  const { on, reason, by } = change
  const saved = await audited(
    tx,
    { table: 'companies', id: companyId },
    () => saveSuspension(tx, companyId, change),
    () => ({ actor: by, action: 'company.suspend', object: `company:${companyId}`, details: { on, reason } }),
  )
  if (saved) await notifyCompany(tx, companyId)
  if (saved && !saved.suspendedAt) await moveListsOf(tx, companyId)
  if (saved?.suspendedAt) await endAlertsOf(tx, companyId, 'suspension')
  if (saved?.suspendedAt)
    await notifyOfFact(tx, {
      companyId,
      kind: 'plan',
      event: `suspension-${companyId}-${saved.suspendedAt.getTime()}`,
      fact: { sentence: noticeTexts.suspended, path: '/company', grounds: reason },
    })
  return saved
}

/** Why the operator does it, for the audit trail; 400 without a real one. */
export function readReason(reason = ''): string {
  refuseFields(checkReason(reason))
  return reason
}
