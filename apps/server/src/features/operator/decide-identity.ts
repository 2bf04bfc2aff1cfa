import { refusal } from '@parvis/domain/refusals'
import { audit, hashRow } from '../../db/audit.queries.ts'
import { notifyLive } from '../../db/notify.queries.ts'
import { transaction } from '../../db/transaction.ts'
import type { Dependencies } from '../../dependencies.ts'
import { saveIdentityDecision } from '../../operator/operator.queries.ts'
import { readReason } from './read-reason.ts'

export type Decision = { decision: 'verified' | 'refused'; reason?: string | undefined }

/** Accepts or refuses an identity; a refusal says why. The documents are deleted within a day by a duty (AMB-144). */
export async function decideIdentity(
  { db }: Dependencies,
  userId: number,
  companyId: string,
  { decision, reason: typed }: Decision,
) {
  const reason = decision === 'refused' || typed ? readReason(typed) : undefined
  return await transaction(db, async (tx) => {
    const row = { table: 'companies', id: companyId } as const
    const before = await hashRow(tx, row)
    if ((await saveIdentityDecision(tx, companyId, decision)) === undefined) throw refusal('request.not_found')
    await audit(tx, {
      actor: `user:${userId}`,
      action: 'identity.decide',
      object: `company:${companyId}`,
      details: { decision, ...(reason && { reason }) },
      change: { row, before },
    })
    await notifyLive(tx, { topic: 'company', id: companyId }, [`company:${companyId}`])
    return { companyId, identityStatus: decision }
  })
}
