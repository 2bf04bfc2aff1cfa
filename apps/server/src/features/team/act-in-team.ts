import type { Role } from '@parvis/domain/kernel/roles'
import { refusal } from '@parvis/domain/refusals'
import type { Transaction } from '../../db/database.ts'
import { findActingCompany } from '../../http/authorize.queries.ts'
import { lockCompany } from '../company/index.ts'

/**
 * Locks the company's row, under which the size of the team and its last owner are decided, and reads the caller's role again: it may
 * have been taken since the call was admitted. 403 FORBIDDEN for who is no member any more.
 */
export async function actInTeam(tx: Transaction, companyId: string, userId: number): Promise<Role> {
  await lockCompany(tx, companyId)
  const role = (await findActingCompany(tx, userId, companyId))?.role
  if (!role) throw refusal('request.forbidden')
  return role
}
