import type { DomainReason, DomainRowState } from '@parvis/domain/domains/own-domain'
import type { Generated } from 'kysely'

export type TownTables = {
  company_addresses: {
    /** INSEE code, or `sans-commune`. */
    town: string
    slug: string
    company_id: string
    is_current: Generated<boolean>
    since: Generated<Date>
    erased_at: Date | null
  }
  custom_domains: {
    id: Generated<number>
    /** Null once the business is erased. */
    company_id: string | null
    name: string
    canonical: string
    shown: string
    token: string
    state: Generated<DomainRowState>
    claimed_at: Generated<Date>
    pointed_at: Date | null
    read_at: Date | null
    found_at: Date | null
    missing_days: Generated<number>
    missing_on: string | null
    reason: DomainReason | null
  }
}
