import { refusal } from '@parvis/domain/refusals'
import { notifyLive } from '../../db/notify.queries.ts'
import { transaction } from '../../db/transaction.ts'
import type { Dependencies } from '../../dependencies.ts'
import { findDiscussion, keepUnread } from './discussions.queries.ts'

export type Unreading = { userId: number; discussionId: string }

/** The company keeps a conversation for later; reading it clears it again. 404 for anyone but its owners. */
export async function markUnread(
  { db }: Dependencies,
  { userId, discussionId }: Unreading,
): Promise<Record<string, never>> {
  return await transaction(db, async (tx) => {
    const discussion = await findDiscussion(tx, userId, discussionId, { lock: true })
    if (!discussion?.isOwner) throw refusal('messages.discussion_not_found')
    await keepUnread(tx, discussionId)
    await notifyLive(tx, { topic: 'discussion', id: discussionId }, [`company:${discussion.companyId}`])
    return {}
  })
}
