import { writeParisIso } from '@parvis/domain/kernel/paris-time'
import { audit } from '../../db/audit.queries.ts'
import { transaction } from '../../db/transaction.ts'
import type { Dependencies } from '../../dependencies.ts'
import { followDeletion } from '../subscription/index.ts'
import { scheduleErasure } from './erase-account.queries.ts'

const graceDays = 30

/** Asks for the erasure of the account in 30 days and signs out everywhere; signing in again cancels it. Paid plans
 * are not renewed meanwhile. */
export async function deleteAccount({ db }: Dependencies, userId: number): Promise<{ deleteAfter: string }> {
  return await transaction(db, async (tx) => {
    const at = await scheduleErasure(tx, userId, graceDays)
    await followDeletion(tx, userId, true)
    await audit(tx, { actor: `user:${userId}`, action: 'account.delete_asked', object: `user:${userId}` })
    return { deleteAfter: writeParisIso(at) }
  })
}
