import type { BusinessType } from '@parvis/domain/kernel/business-type'
import { effectiveMembership, limitsOf, type Membership, type PlanLimits } from '@parvis/domain/subscription/plans'
import type { Db, Transaction } from '../../db/database.ts'
import type { StoredSuspension } from './suspension.ts'

export type CompanyPlan = {
  type: BusinessType
  /** What applies, whatever was bought (AMB-30, AMB-65). */
  membership: Membership
  /** What was bought. */
  purchased: Membership
  limits: PlanLimits
}

/** A company whose row is locked by the transaction, and whether the team suspended it. */
export type LockedCompany = CompanyPlan & StoredSuspension

/** The plan of a company and its limits; undefined when there is no such company. */
export async function findCompanyPlan(db: Db, companyId: string): Promise<CompanyPlan | undefined> {
  const row = await db
    .selectFrom('companies')
    .where('companies.id', '=', companyId)
    .select(['companies.type', 'companies.membership as purchased'])
    .executeTakeFirst()
  return row && planOf(row)
}

/**
 * Locks the company's row until the transaction ends, and answers its plan: whatever is counted afterwards against a
 * limit is decided by one call at a time (T19). Rows that only refer to the company may still be added meanwhile: due
 * notifications do, and would deadlock. Throws when there is no such company.
 */
export async function lockCompany(tx: Transaction, companyId: string): Promise<LockedCompany> {
  const row = await tx
    .selectFrom('companies')
    .where('companies.id', '=', companyId)
    .select([
      'companies.type',
      'companies.membership as purchased',
      'companies.suspended_at as suspendedAt',
      'companies.suspension_reason as suspensionReason',
    ])
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  const { suspendedAt, suspensionReason } = row
  return { ...planOf(row), suspendedAt, suspensionReason }
}

/** Residents see a business that is completed and not suspended. */
export async function isShownToResidents(db: Db, companyId: string): Promise<boolean> {
  const row = await db
    .selectFrom('companies')
    .where('companies.id', '=', companyId)
    .where('companies.is_shown', '=', true)
    .select('companies.id')
    .executeTakeFirst()
  return row !== undefined
}

/** The companies of a person, oldest ownership first (AMB-28). */
export async function listOwnedCompanies(db: Db, userId: number) {
  return await db
    .selectFrom('company_owners')
    .innerJoin('companies', 'companies.id', 'company_owners.company_id')
    .where('company_owners.user_id', '=', userId)
    .select(['companies.id as companyId', 'companies.name', 'companies.type', 'companies.category'])
    .orderBy('company_owners.since')
    .orderBy('companies.id')
    .execute()
}

function planOf({ type, purchased }: { type: BusinessType; purchased: Membership }): CompanyPlan {
  return { type, purchased, membership: effectiveMembership(type, purchased), limits: limitsOf(type, purchased) }
}

/** The verified town halls of some towns (INSEE codes): their ids. */
export async function listVerifiedTownHalls(db: Db, towns: readonly string[]): Promise<string[]> {
  if (towns.length === 0) return []
  const rows = await db
    .selectFrom('companies')
    .where('companies.town', 'in', [...towns])
    .where('companies.type', '=', 'mairie')
    .where('companies.identity_status', '=', 'verified')
    .where('companies.completed_at', 'is not', null)
    .select('companies.id')
    .execute()
  return rows.map(({ id }) => id)
}
