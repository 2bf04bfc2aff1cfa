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
    proven_at: Date | null
    pointed_at: Date | null
    read_at: Date | null
    found_at: Date | null
    missing_days: Generated<number>
    missing_on: string | null
    next_reading_at: Generated<Date | null>
    ended_at: Date | null
    reason: DomainReason | null
  }
  domain_decisions: {
    name: string
    allowed: boolean
    reason: string
    decided_by: string
    decided_at: Generated<Date>
  }
  /** Businesses that each town shows, kept by a trigger. */
  lively_towns: { town: string; businesses: number }
  /** Looks at its pages, by Paris day. */
  town_views: { town: string; day: string; page: string; views: number }
  subdomain_history: { subdomain: string; company_id: string; until: Date }
}
