import { refusal } from '@parvis/domain/refusals'
import { audit, hashRow } from '../../db/audit.queries.ts'
import { notifyLive } from '../../db/notify.queries.ts'
import { transaction } from '../../db/transaction.ts'
import type { Dependencies } from '../../dependencies.ts'
import { saveBlockedDiscussion } from '../../operator/operator.queries.ts'
import { readReason } from './read-reason.ts'

/** Closes a conversation for both sides, or opens it again; a resident's own block stays (AMB-104). */
export async function blockDiscussion(
  { db }: Dependencies,
  userId: number,
  { id, on, reason: typed }: { id: string; on: boolean; reason?: string | undefined },
) {
  const reason = readReason(typed)
  return await transaction(db, async (tx) => {
    const row = { table: 'discussions', id } as const
    const before = await hashRow(tx, row)
    const discussion = await saveBlockedDiscussion(tx, id, on)
    if (!discussion) throw refusal('request.not_found')
    await audit(tx, {
      actor: `user:${userId}`,
      action: 'discussion.block',
      object: `discussion:${id}`,
      details: { on, reason },
      change: { row, before },
    })
    await notifyLive(tx, { topic: 'discussion', id }, [
      `company:${discussion.companyId}`,
      `user:${discussion.residentId}`,
    ])
    return { id, blocked: on }
  })
}
