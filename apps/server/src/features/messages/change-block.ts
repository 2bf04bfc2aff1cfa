import { refusal } from '@parvis/domain/refusals'
import { notifyLive } from '../../db/notify.queries.ts'
import { transaction } from '../../db/transaction.ts'
import type { Dependencies } from '../../dependencies.ts'
import { findDiscussion, type Side, saveBlock } from './discussions.queries.ts'

export type BlockChange = { userId: number; discussionId: string; side: Side; blocked: boolean }

/**
 * Its resident or its business closes or reopens a conversation, each their own block; one that the other side or the team
 * closed stays closed (AMB-104, W-100). 404 for whoever is not on that side.
 */
export async function changeBlock({ db }: Dependencies, { userId, discussionId, side, blocked }: BlockChange) {
  return await transaction(db, async (tx) => {
    const discussion = await findDiscussion(tx, userId, discussionId, { lock: true })
    if (!discussion?.[side === 'company' ? 'isOwner' : 'isResident']) throw refusal('messages.discussion_not_found')
    const isBlocked = await saveBlock(tx, discussionId, { side, blocked })
    await notifyLive(tx, { topic: 'discussion', id: discussionId }, [
      `company:${discussion.companyId}`,
      `user:${discussion.residentId}`,
    ])
    return { isBlocked }
  })
}
