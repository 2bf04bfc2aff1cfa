import type { ColumnType, Generated } from 'kysely'

export type MessageTables = {
  discussions: {
    id: Generated<string>
    company_id: string
    resident_id: number
    blocked_by_resident: Generated<boolean>
    blocked_by_team: Generated<boolean>
    blocked_by_company: Generated<boolean>
    /** Of the last message. */
    excerpt: Generated<string>
    last_message_id: Generated<number>
    company_unread: Generated<number>
    resident_unread: Generated<number>
    created_at: Generated<Date>
    updated_at: Generated<Date>
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
  }
  broadcasts: {
    id: Generated<number>
    company_id: string
    text: string
    image: string | null
    receivers_count: number
    /** Monday of the ISO week in Paris, `YYYY-MM-DD`. */
    week: string
    rank_in_week: number
    sent_at: Generated<Date>
  }
}
