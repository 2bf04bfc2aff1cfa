import { refusal } from '@parvis/domain/refusals'
import { notifyLive } from '../../db/notify.queries.ts'
import { transaction } from '../../db/transaction.ts'
import type { Dependencies } from '../../dependencies.ts'
import { deleteFollow, insertFollow, lockFollowed } from './residents.queries.ts'

export type FollowChange = { userId: number; companyId: string; follows: boolean }

/**
 * Follows or unfollows, in effect once however often it is asked, and answers the new count (M-045).
 * 404 for a company that residents do not see; one followed while it was visible can still be left.
 */
export async function changeFollow({ db }: Dependencies, { userId, companyId, follows }: FollowChange) {
  return await transaction(db, async (tx) => {
    const company = await lockFollowed(tx, companyId)
    if (!company || (follows && !company.isShown)) throw refusal('request.not_found')

    const changed = await (follows ? insertFollow : deleteFollow)(tx, userId, companyId)
    if (!changed) return { followersCount: company.followersCount }
    await notifyLive(tx, { topic: 'company', id: companyId }, [`company:${companyId}`, `user:${userId}`])
    return { followersCount: company.followersCount + (follows ? 1 : -1) }
  })
}
