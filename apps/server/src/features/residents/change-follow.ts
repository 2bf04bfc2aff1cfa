import { refusal } from '@parvis/domain/refusals'
import type { Db, Transaction } from '../../db/database.ts'
import { notifyLive } from '../../db/notify.queries.ts'
import { sendTogether } from '../../db/pipeline.ts'
import { transaction } from '../../db/transaction.ts'
import type { Dependencies } from '../../dependencies.ts'
import { type OneWrite, oneWrite } from '../../http/one-statement.queries.ts'
import { deleteFollow, followInOne, insertFollow, lockFollowed, unfollowInOne } from './residents.queries.ts'

export type FollowChange = { userId: number; companyId: string; follows: boolean }

/**
 * Follows or unfollows, in effect once however often it is asked, and answers the new count (M-045).
 * 404 for a company that residents do not see; one followed while it was visible can still be left.
 */
export async function changeFollow({ db }: Dependencies, change: FollowChange) {
  const { followersCount } = await transaction(db, (tx) => applyFollow(tx, change))
  return { followersCount }
}

/** The same in one statement, which changes nothing of a company that residents do not see, or whose row is held. */
export const followWrite = ({ companyId, follows }: Omit<FollowChange, 'userId'>): OneWrite =>
  oneWrite(follows ? followInOne : unfollowInOne, { companyId })

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
  await tellFollow(tx, { userId, companyId })
  return { followersCount: company.followersCount + (follows ? 1 : -1), hasChanged }
}

/** The live event of a company whose followers changed. */
export async function tellFollow(db: Db, { userId, companyId }: { userId: number; companyId: string }): Promise<void> {
  await notifyLive(db, { topic: 'company', id: companyId }, [`company:${companyId}`, `user:${userId}`])
}
