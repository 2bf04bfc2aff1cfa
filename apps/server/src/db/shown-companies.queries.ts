import { type RawBuilder, sql } from 'kysely'
import type { Db } from './database.ts'

/** Predicate of visible businesses: completed, and not waiting to be erased with all their owners (W-016). */
export const isShown = sql<boolean>`companies.is_shown and not (${isLeaving()})`

export function isLeaving(at: RawBuilder<unknown> = sql`'infinity'`): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from company_owners join users on users.id = company_owners.user_id
    where company_owners.company_id = companies.id
    group by company_owners.company_id having bool_and(coalesce(users.delete_after <= ${at}, false)))`
}

/**
 * Whether a company is the official town hall of its commune: the oldest completed mairie there whose identity is verified (W-045).
 */
export async function isOfficialHall(db: Db, companyId: string): Promise<boolean> {
  const { rows } = await sql<{ isOfficial: boolean }>`
    select companies.id = ${companyId} as "isOfficial" from companies
    where companies.town = (select own.town from companies own where own.id = ${companyId})
      and companies.type = 'mairie' and companies.identity_status = 'verified' and ${isShown}
    order by companies.completed_at limit 1`.execute(db)
  return rows[0]?.isOfficial ?? false
}
