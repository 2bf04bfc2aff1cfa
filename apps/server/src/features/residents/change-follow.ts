import { refusal } from '@parvis/domain/refusals'
import type { FollowMode } from '@parvis/domain/residents/attention'
import { together, transaction } from '@parvis/postgres'
import { notifyLive } from '../../db/notify.queries.ts'
import type { Dependencies } from '../../dependencies.ts'
import { lockCaller } from '../../http/resident-door.queries.ts'
import { addActOfPerson } from './acts.queries.ts'
import { deleteFollow, keepFirstTown, lockFollowed, saveFollow } from './residents.queries.ts'

export type FollowChange = {
  userId: number
  companyId: string
  follows: boolean
  /** How this resident wants to be told; absent, as before. */
  mode?: FollowMode | undefined
  /** Where they came from, counted without them. */
  source?: string | undefined
}

/**
 * Follows or unfollows, in effect once however often it is asked, and answers the new count.
 * 404 for a company that residents do not see; one followed while it was visible can still be left.
 */
export async function changeFollow({ db }: Dependencies, change: FollowChange) {
  const { userId, companyId, follows, source = 'direct' } = change
  return await transaction(db, async (tx) => {
    // One round trip: the first statements lock the person and the company; a refusal rolls back what the third did.
    const [, company, { hasChanged, mode }] = await together(tx, (db) => [
      lockCaller(db, userId),
      lockFollowed(db, companyId),
      follows ? saveFollow(db, change) : deleteFollow(db, userId, companyId),
    ])
    if (!company || (follows && !company.isShown)) throw refusal('request.not_found')
    const step = follows ? 1 : -1
    const answer = { followersCount: company.followersCount + (hasChanged ? step : 0), isFollowed: follows, mode }
    if (!hasChanged) return answer
    await addActOfPerson(tx, { companyId, act: follows ? 'follow' : 'unfollow', source, userId })
    if (follows) await keepFirstTown(tx, userId, companyId)
    await notifyLive(tx, { topic: 'company', id: companyId }, [`company:${companyId}`, `user:${userId}`])
    return answer
  })
}
