import type { Generated, JSONColumnType } from 'kysely'

export type PushTables = {
  push_campaigns: {
    id: Generated<number>
    /** Stable per thing told: the same key is accepted once, and a device shows it once. */
    key: string
    kind: 'instant' | 'broadcast'
    company_id: string
    title: string
    body: string
    data: JSONColumnType<Record<string, string>>
    class: Generated<'news' | 'town' | 'change'>
    /** Of a change: when what is changed begins. */
    begins_at: Date | null
    /** A later push of the same topic replaces it (W-080). */
    topic: string | null
    /** Where a tap leads on the residents' site. */
    address: string | null
    ttl: number | null
    urgency: 'low' | 'normal' | 'high' | null
    accepted_at: Generated<Date>
    after_user_id: Generated<number>
    after_device_id: Generated<number>
    /** When the last page was taken. */
    moved_at: Generated<Date>
    /** Every page was taken. */
    paged_at: Date | null
    /** Counted: nothing more will be sent. */
    closed_at: Date | null
    sent_count: Generated<number>
    expired_count: Generated<number>
    failed_count: Generated<number>
    /** Marked, then nothing was heard: what a crash left unsent (AMB-149). */
    unsent_count: Generated<number>
  }
  /** Refused by our fault, by Paris day (W-076). */
  push_refusals: { day: string; refused: number }
  held_notices: {
    campaign_id: number
    user_id: number
    due_at: Date
    is_digest: boolean
    created_at: Generated<Date>
    sent_at: Date | null
    attempts: Generated<number>
  }
  held_messages: { user_id: number; discussion_id: string; message_id: number; due_at: Date }
  attention_days: { user_id: number; day: string; rung: Generated<number> }
  push_deliveries: {
    campaign_id: number
    device_mark: string
    device_id: number
    state: Generated<'marked' | 'sent' | 'expired' | 'retry' | 'failed'>
    attempts: Generated<number>
    due_at: Generated<Date>
  }
}
