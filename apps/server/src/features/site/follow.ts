import { refusal } from '@parvis/domain/refusals'
import type { FollowMode } from '@parvis/domain/residents/attention'
import { transaction } from '../../db/transaction.ts'
import type { Dependencies } from '../../dependencies.ts'
import { applyFollow } from '../residents/index.ts'
import { findBusiness } from './businesses.queries.ts'
import { addAct, keepFirstTown, saveFollow } from './residents.queries.ts'

export type SiteFollow = {
  userId: number
  companyId: string
  follows: boolean
  mode: FollowMode | undefined
  source: string | undefined
}

/**
 * Follows from the site: the use case of the app, then how this resident wants to be told, and where they came from,
 * counted without them. 404 for a business that no page shows.
 */
export async function followFromSite(deps: Dependencies, { userId, companyId, follows, mode, source }: SiteFollow) {
  return await transaction(deps.db, async (tx) => {
    if (follows && !(await findBusiness(tx, companyId))) throw refusal('request.not_found')
    const { followersCount, hasChanged } = await applyFollow(tx, { userId, companyId, follows })
    const kept = follows ? await saveFollow(tx, userId, companyId, { mode, source }) : 'none'
    if (hasChanged) {
      await addAct(tx, { companyId, instantId: 0, act: follows ? 'follow' : 'unfollow', source: source ?? 'direct' })
      if (follows) await keepFirstTown(tx, userId, companyId)
    }
    return { followersCount, isFollowed: follows, mode: kept }
  })
}
