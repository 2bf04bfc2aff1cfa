import type { InstantKind } from '@parvis/domain/instants/kind'
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

export type InstantTables = {
  instants: {
    id: GeneratedAlways<number>
    company_id: string
    title: string
    short_description: string
    long_description: string
    category_id: number
    /** Its tab and cap group; of a draft, what its maker announced (AMB-74). */
    kind: InstantKind | null
    /** No activation time yet (AMB-81). */
    is_draft: Generated<boolean>
    is_enabled: Generated<boolean>
    address: string
    city: string
    zip_code: string
    latitude: number | null
    longitude: number | null
    picture: string
    /** The date to come. */
    notification_at: Date | null
    /** The date that was set for the last sending, and when it left. */
    notified_date: Date | null
    notified_at: Date | null
    notification_count: Generated<number>
    created_at: Generated<Date>
    modified_at: Generated<Date>
  }
  activation_times: {
    id: Generated<number>
    instant_id: number
    company_id: string
    zip_code: string
    day_type: string
    starts_at: Date | null
    ends_at: Date | null
    on_day: string | null
    start_minutes: number | null
    end_minutes: number | null
    preview: boolean
    enabled: boolean
    shown_until: ColumnType<Date | number, never, never>
  }
  social_pages: { company_id: string; type: 'FACEBOOK' | 'INSTAGRAM'; page_id: string; name: string }
}
