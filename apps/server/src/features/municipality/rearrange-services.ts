import { isWholeOrder, type RankedService } from '@parvis/domain/municipality/rearrange'
import { refusal, refuseFields } from '@parvis/domain/refusals'
import { notifyLive } from '../../db/notify.queries.ts'
import { transaction } from '../../db/transaction.ts'
import type { Dependencies } from '../../dependencies.ts'
import { lockCompany } from '../company/index.ts'
import { listServices } from './list-services.ts'
import { listActiveServiceIds, saveRanks } from './municipality.queries.ts'

/** Gives every active service its rank; 400 BAD_RANKS unless each is named once with the ranks 1 to n (AMB-112). */
export async function rearrangeServices(
  { db, config }: Dependencies,
  companyId: string,
  { idRankCouples, mairieId }: { idRankCouples: readonly RankedService[]; mairieId?: string | undefined },
) {
  if (mairieId && mairieId.toLowerCase() !== companyId) refuseFields({ mairieId: 'invalid' })
  return await transaction(db, async (tx) => {
    await lockCompany(tx, companyId)
    if (!isWholeOrder(await listActiveServiceIds(tx, companyId), idRankCouples)) {
      throw refusal('municipality.bad_ranks')
    }
    await saveRanks(tx, companyId, idRankCouples)
    await notifyLive(tx, { topic: 'service', id: companyId }, [`company:${companyId}`])
    return await listServices(tx, config, companyId)
  })
}
