import type { ActKind } from '@parvis/domain/acts/act'
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

export type ActTables = {
  acts: {
    id: Generated<number>
    /** INSEE code: an act is the commune's, whatever becomes of the hall that posted it. */
    town: string
    company_id: string | null
    siret: string
    kind: ActKind
    number: string | null
    title: string
    author_name: string
    author_quality: string
    matter: string | null
    text: string | null
    names_people: boolean
    posted_at: Generated<Date>
    file: string
    bytes: number
    sha256: string
    supersedes: number | null
    withdrawn_at: Date | null
    withdrawn_reason: string | null
    /** The words of number, title, author and text, for the search of the page; none once withdrawn. */
    words: string
  }
  /** The register of each commune: what was posted, withdrawn or put back, signed, each with the hash of the former one. */
  act_records: {
    town: string
    rank: number
    act_id: number
    change: 'posted' | 'withdrawn' | 'restored'
    text: string
    signature: Buffer
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
