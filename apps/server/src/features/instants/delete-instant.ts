import { audited } from '../../db/audit.queries.ts'
import { notifyLive } from '../../db/notify.queries.ts'
import { transaction } from '../../db/transaction.ts'
import type { Dependencies } from '../../dependencies.ts'
import { dropFile } from '../../pictures/stored-files.queries.ts'
import { removeInstant } from './instant-writes.queries.ts'
import { lockOwnedInstant } from './lock-owned-instant.ts'

/** Deletes an instant with its schedule and its pending notification (I-112); 404 on a second deletion. */
export async function deleteInstant({ db }: Dependencies, userId: number, instantId: number): Promise<{ id: number }> {
  return await transaction(db, async (tx) => {
    const { instant } = await lockOwnedInstant(tx, userId, instantId)
    await audited(
      tx,
      { table: 'instants', id: instantId },
      async () => {
        await removeInstant(tx, instantId)
        await dropFile(tx, instant.picture)
        return true
      },
      () => ({ actor: `user:${userId}`, action: 'instant.delete', object: `instant:${instantId}` }),
    )
    await notifyLive(tx, { topic: 'instant', id: instantId }, [`company:${instant.company_id}`])
    return { id: instantId }
  })
}
