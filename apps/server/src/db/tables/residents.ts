import type { FollowMode } from '@parvis/domain/residents/attention'
import type { Generated } from 'kysely'

export type ResidentTables = {
  follows: {
    user_id: number
    company_id: string
    since: Generated<Date>
    /** The company's last broadcast when they began to follow: they read those after it. */
    after_broadcast: Generated<number>
    mode: Generated<FollowMode>
    /** The label of a counted code, or where from (residents.md section 8). */
    source: string | null
    /** Their last look at the news. */
    seen_until: Generated<Date>
  }
  resident_settings: {
    user_id: number
    /** Minutes of the day in Paris. */
    quiet_from: Generated<number>
    quiet_to: Generated<number>
    daily_cap: Generated<number | null>
    digest_at: Generated<number>
    paused_until: Date | null
    hide_excerpts: Generated<boolean>
    town: string | null
  }
}
