import type { Triage } from '@parvis/domain/messages/triage'
import type { ColumnType, Generated } from 'kysely'

export type MessageTables = {
  discussions: {
    id: Generated<string>
    company_id: string
    resident_id: number
    blocked_by_team: Generated<boolean>
    /** Excerpt of the last message. */
    excerpt: Generated<string>
    last_message_id: Generated<number>
    company_unread: Generated<number>
    resident_unread: Generated<number>
    created_at: Generated<Date>
    updated_at: Generated<Date>
    triage: Generated<Triage>
    triage_at: Generated<Date | null>
    away_sent_at: Generated<Date | null>
    /** When a person of the company last wrote, kept by a trigger. */
    company_wrote_at: Generated<Date | null>
    /** Who wrote last, automatic texts left out; kept by a trigger. */
    last_human: Generated<'resident' | 'company' | null>
  }
  messages: {
    id: Generated<number>
    discussion_id: string
    from_company: boolean
    text: string
    image: string | null
    /** The order that the message places. */
    order_id: ColumnType<number | null, number | null | undefined, never>
    sent_at: Generated<Date>
    /** Written by the away message. */
    automatic: Generated<boolean>
    /** The member who wrote it for the company; null before, of a resident, of the clock, or once they have left. */
    author_id: number | null
  }
  broadcasts: {
    id: Generated<number>
    company_id: string
    text: string
    image: string | null
    receivers_count: number
    /** Monday of the ISO week in Paris, `YYYY-MM-DD`. */
    week: string
    sent_at: Generated<Date>
    /** Devices reached within 36 hours, conversations begun and followers lost within 24 hours. */
    told: Generated<number>
    conversations: Generated<number>
    lost: Generated<number>
  }
}
