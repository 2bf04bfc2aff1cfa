import { refusal } from '@parvis/domain/refusals'
import { audited } from '../../db/audit.queries.ts'
import type { Transaction } from '../../db/database.ts'
import { notifyLive } from '../../db/notify.queries.ts'
import { transaction } from '../../db/transaction.ts'
import type { Dependencies } from '../../dependencies.ts'
import { saveBlockedDiscussion } from './operator.queries.ts'
import { readReason } from './read-reason.ts'

/** 404 for an unknown conversation, 400 without a reason. */
export async function blockDiscussion(
  { db }: Dependencies,
  userId: number,
  { id, on, reason: typed }: { id: string; on: boolean; reason?: string | undefined },
) {
  const reason = readReason(typed)
  return await transaction(db, async (tx) => {
    if (!(await changeDiscussionBlock(tx, id, { on, reason, by: `user:${userId}` }))) throw refusal('request.not_found')
    return { id, blocked: on }
  })
}

/**
 * Closes a conversation for both sides, or opens it again; a resident's own block stays (AMB-104). For the desk and the
 * operator's tool; undefined when there is no such conversation.
 */
export async function changeDiscussionBlock(
  tx: Transaction,
  id: string,
  { on, reason, by }: { on: boolean; reason?: string; by: string },
) {
  const discussion = await audited(
    tx,
    { table: 'discussions', id },
    () => saveBlockedDiscussion(tx, id, on),
    () => ({ actor: by, action: 'discussion.block', object: `discussion:${id}`, details: { on, reason } }),
  )
  if (discussion)
    await notifyLive(tx, { topic: 'discussion', id }, [
      `company:${discussion.companyId}`,
      `user:${discussion.residentId}`,
    ])
  return discussion
}
