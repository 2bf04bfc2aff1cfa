import type { CalendarReason, CalendarState, DraftReason, LeftOutReason } from '@parvis/domain/calendars/calendar'
import type { Fingerprints } from '@parvis/domain/calendars/imported-event'
import type { DayType } from '@parvis/domain/company/opening-hours'
import type { EventState } from '@parvis/domain/instants/event-state'
import type { FullScheduleKind } from '@parvis/domain/instants/full-schedule'
import type { InstantKind } from '@parvis/domain/instants/kind'
import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from 'kysely'

export type InstantTables = {
  instants: {
    id: GeneratedAlways<number>
    company_id: string
    title: string
    short_description: string
    long_description: string
    category_id: number
    /** Its tab and cap group; of a draft, what its maker announced. */
    kind: InstantKind | null
    /** No activation time yet. */
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
    /** Null before its first schedule. */
    schedule_kind: FullScheduleKind | null
    pauses_when_closed: Generated<boolean>
    publication: Generated<'published' | 'draft' | 'scheduled'>
    publish_at: Date | null
    notify_on_publish: Generated<boolean>
    event_state: Generated<EventState>
    state_message: string | null
    state_at: Date | null
    sequence: Generated<number>
    /** What is announced, word by word behind its postal code; nothing but the search reads it. */
    words: ColumnType<string, never, never>
    /** Notices of a change, apart from notifications, and what the last call for one was answered. */
    notice_count: Generated<number>
    last_notice_at: Date | null
    last_notice: 'sent' | 'none' | 'refused' | null
  }
  /** A date (starts_at), a weekly item (days), or the link to the opening hours (neither). */
  instant_times: {
    id: Generated<number>
    instant_id: number
    company_id: string
    zip_code: string
    starts_at: Date | null
    ends_at: Date | null
    days: number[] | null
    start_minutes: number | null
    length_minutes: number | null
    valid_from: string | null
    valid_until: string | null
    except_days: Generated<string[]>
    preview: Generated<boolean>
    enabled: boolean
    state: Generated<EventState>
    state_message: string | null
    former_start: Date | null
    shown_until: ColumnType<Date | number, never, never>
    /** The choice of days of a weekly item whose next start depends on nothing else: an agenda reads it in order. */
    day_type: ColumnType<DayType | null, never, never>
  }
}

export type CalendarTables = {
  calendars: {
    company_id: string
    /** Sealed: it often is a secret. */
    url: Buffer
    host: string
    category_id: number
    publish: boolean
    generation: Generated<string>
    etag: string | null
    state: Generated<CalendarState>
    reason: CalendarReason | null
    failures: Generated<number>
    accept: Generated<boolean>
    read_at: Date | null
    next_at: Generated<Date>
  }
  calendar_events: {
    company_id: string
    uid: string
    /** Null of one that is left out, or deleted by hand. */
    instant_id: number | null
    /** As the last reading wrote them; null of one that is left out. */
    written: JSONColumnType<Fingerprints> | null
    released: Generated<boolean>
    title: string
    first_start: Date
    start: Date | null
    why: DraftReason | LeftOutReason | null
    /** Readings in a row that did not find it; 2 once it is cancelled for it. */
    absent: Generated<number>
  }
}
