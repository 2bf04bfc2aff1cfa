import type { AlertLevel, AlertProof } from '@parvis/domain/alerts/alert'
import type { DomainReason, DomainRowState } from '@parvis/domain/domains/own-domain'
import type { ColumnType, Generated } from 'kysely'

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

type HallPersonColumn = ColumnType<{ userId: number | null; firstName: string; lastName: string }, string, string>
export type AlertTables = {
  alerts: {
    id: Generated<number>
    company_id: string | null
    town: string
    siret: string
    level: AlertLevel
    title: string
    text: string
    until: Date
    exercise: boolean
    replaces: number | null
    first_id: number | null
    written_at: Generated<Date>
    writer: HallPersonColumn
    sent_at: Date | null
    sender: HallPersonColumn | null
    proof: AlertProof | null
    ender: HallPersonColumn | null
    end_text: string | null
    followers: Generated<number>
    /** What became of the pushes to the team, for an exercise. */
    team: unknown
    reads: Generated<number>
  }
}
