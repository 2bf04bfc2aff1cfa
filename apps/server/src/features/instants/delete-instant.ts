import { audit, hashRow } from '../../db/audit.queries.ts'
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
    const row = { table: 'instants', id: instantId } as const
    const before = await hashRow(tx, row)
    await removeInstant(tx, instantId)
    await dropFile(tx, instant.picture)
    await audit(tx, {
      actor: `user:${userId}`,
      action: 'instant.delete',
      object: `instant:${instantId}`,
      change: { row, before },
    })
    await notifyLive(tx, { topic: 'instant', id: instantId }, [`company:${instant.company_id}`])
    return { id: instantId }
  })
}
