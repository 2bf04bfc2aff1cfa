import { refusal } from '@parvis/domain/refusals'
import type { Transaction } from '../../db/database.ts'
import { notifyLive } from '../../db/notify.queries.ts'
import { sendTogether } from '../../db/pipeline.ts'
import { transaction } from '../../db/transaction.ts'
import type { Dependencies } from '../../dependencies.ts'
import { deleteFollow, insertFollow, lockFollowed } from './residents.queries.ts'

export type FollowChange = { userId: number; companyId: string; follows: boolean }

/**
 * Follows or unfollows, in effect once however often it is asked, and answers the new count (M-045).
 * 404 for a company that residents do not see; one followed while it was visible can still be left.
 */
export async function changeFollow({ db }: Dependencies, change: FollowChange) {
  const { followersCount } = await transaction(db, (tx) => applyFollow(tx, change))
  return { followersCount }
}

/** Follows or unfollows in the caller's transaction; returns whether anything changed. */
export async function applyFollow(tx: Transaction, { userId, companyId, follows }: FollowChange) {
  const change = follows ? insertFollow : deleteFollow
  // One round trip: the first statement locks the company; a refusal rolls back what the second did.
  const [company, hasChanged] = await sendTogether(tx, (together) => [
    lockFollowed(together, companyId),
    change(together, userId, companyId),
  ])
  if (!company || (follows && !company.isShown)) throw refusal('request.not_found')
  if (!hasChanged) return { followersCount: company.followersCount, hasChanged }
  await notifyLive(tx, { topic: 'company', id: companyId }, [`company:${companyId}`, `user:${userId}`])
  return { followersCount: company.followersCount + (follows ? 1 : -1), hasChanged }
}
