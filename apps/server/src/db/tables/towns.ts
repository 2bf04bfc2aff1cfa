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
}
