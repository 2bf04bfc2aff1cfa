import { refusal } from '@parvis/domain/refusals'
import type { Transaction } from '../../db/database.ts'
import { type LockedCompany, lockCompany } from '../company/index.ts'
import { findOwnedInstant, type InstantRow, lockInstant } from './instants.queries.ts'

/**
 * Locks the company of an instant, then the instant, until the transaction ends; answers both. 404 alike for an unknown
 * instant and another's, so that ids cannot be counted.
 */
export async function lockOwnedInstant(
  tx: Transaction,
  userId: number,
  instantId: number,
): Promise<{ instant: InstantRow; plan: LockedCompany }> {
  const found = await findOwnedInstant(tx, userId, instantId)
  if (!found) throw refusal('instants.not_found')
  const plan = await lockCompany(tx, found.company_id)
  const instant = await lockInstant(tx, instantId)
  if (!instant) throw refusal('instants.not_found')
  return { instant, plan }
}
