import { announcedKind, type InstantKind, instantCategory, isCreationRefused } from '@parvis/domain/instants/kind'
import type { UploadedFile } from '@parvis/domain/kernel/contract'
import { refusal } from '@parvis/domain/refusals'
import { readNow } from '../../db/clock.ts'
import { notifyLive } from '../../db/notify.queries.ts'
import { transaction } from '../../db/transaction.ts'
import type { Dependencies } from '../../dependencies.ts'
import { keepFile } from '../../pictures/picture-store.ts'
import { lockCompany, refuseSuspended } from '../company/index.ts'
import { notificationToSave } from './decide-notification.ts'
import { insertInstant } from './instant-writes.queries.ts'
import { countInstants } from './instants.queries.ts'
import { prepareInstant } from './prepare-instant.ts'
import type { ReceivedInstant } from './read-instant-form.ts'

/** Creates a draft, when its kind and the drafts have room (I-019, AMB-74, AMB-81); answers its id. */
export async function createInstant(
  deps: Dependencies,
  companyId: string,
  received: ReceivedInstant & { instantType?: InstantKind | undefined },
  files: readonly UploadedFile[],
): Promise<number> {
  const { form, columns, picture = '' } = await prepareInstant(deps, received, files, {})
  const category = instantCategory(form.typed.categoryId)?.slug ?? ''
  const kind = announcedKind(category, received.instantType)

  return await transaction(deps.db, async (tx) => {
    const company = await lockCompany(tx, companyId)
    refuseSuspended(deps.config, company)
    const { limits } = company
    const now = await readNow(tx)
    const notification = notificationToSave(form, undefined, { now, allowed: limits.allowedNotificationPerInstant })
    if (isCreationRefused(limits.allowedInstant, await countInstants(tx, companyId), kind)) {
      throw refusal('instants.max_reached')
    }
    const none = { notification_at: null }
    const id = await insertInstant(tx, { company_id: companyId, kind, picture, ...columns, ...none, ...notification })
    await keepFile(tx, picture, `company:${companyId}`)
    await notifyLive(tx, { topic: 'instant', id }, [`company:${companyId}`])
    return id
  })
}
