import { writeParisIso } from '@parvis/domain/kernel/paris-time'
import { retention } from '@parvis/domain/kernel/retention'
import { audit } from '../../db/audit.queries.ts'
import type { Transaction } from '../../db/database.ts'
import { transaction } from '../../db/transaction.ts'
import type { Dependencies } from '../../dependencies.ts'
import { followDeletion } from '../subscription/index.ts'
import { scheduleErasure } from './erase-account.queries.ts'

/**
 * Asks for the erasure of the account in 30 days and signs out everywhere; signing in again cancels it. Paid plans are not
 * renewed meanwhile.
 */
export async function deleteAccount({ db }: Dependencies, userId: number): Promise<{ deleteAfter: string }> {
  const at = await transaction(db, (tx) => askDeletion(tx, userId, `user:${userId}`))
  return { deleteAfter: writeParisIso(at) }
}

/** `actor`: the person, or `system` for an account that nobody used for years (U-110). */
export async function askDeletion(tx: Transaction, userId: number, actor: string): Promise<Date> {
  const at = await scheduleErasure(tx, userId, retention.erasureDays)
  await followDeletion(tx, userId, true)
  await audit(tx, { actor, action: 'account.delete_asked', object: `user:${userId}` })
  return at
}
