import type { BusinessType } from '@parvis/domain/kernel/business-type'
import type { Membership } from '@parvis/domain/subscription/plans'
import type { Db } from '../../db/database.ts'
import { prepared } from '../../db/prepared.ts'
import { sql } from '../../db/sql.ts'
import type { HoursVersion } from '../hours/index.ts'

/** `now`: by the database's clock. */
export type Shop = HoursVersion & { type: BusinessType; membership: Membership; cacActive: boolean; now: Date }

/** The company as residents see it; its row cannot change plan or settings until the order is placed. */
export async function findShop(tx: Db, companyId: string): Promise<Shop | undefined> {
  return (await selectShop(tx, { companyId }))[0]
}

const selectShop = prepared(
  ({ companyId }: { companyId: string }) => sql<Shop>`
    select companies.id, companies.type, companies.membership, companies.cac_active as "cacActive",
      companies.hours_version as "hoursVersion", companies.zip_code as "zipCode", app_now() as now
    from companies where companies.id = ${companyId} and companies.is_shown for share`,
)
