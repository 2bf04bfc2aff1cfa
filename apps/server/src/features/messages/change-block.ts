import { refusal } from '@parvis/domain/refusals'
import { notifyLive } from '../../db/notify.queries.ts'
import { transaction } from '../../db/transaction.ts'
import type { Dependencies } from '../../dependencies.ts'
import { blockByResident, findDiscussion } from './discussions.queries.ts'

export type BlockChange = { userId: number; discussionId: string; blocked: boolean }

/** Its resident closes or reopens a conversation; one that the team closed stays closed (AMB-104). */
export async function changeBlock({ db }: Dependencies, { userId, discussionId, blocked }: BlockChange) {
  return await transaction(db, async (tx) => {
    const discussion = await findDiscussion(tx, userId, discussionId, { lock: true })
    if (!discussion?.isResident) throw refusal('messages.discussion_not_found')
    const isBlocked = await blockByResident(tx, discussionId, blocked)
    await notifyLive(tx, { topic: 'discussion', id: discussionId }, [
      `company:${discussion.companyId}`,
      `user:${userId}`,
    ])
    return { isBlocked }
  })
}
