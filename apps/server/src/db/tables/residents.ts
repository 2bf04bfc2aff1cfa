import type { ReportDecision, ReportedKind, ReportReason } from '@parvis/domain/reports/report'
import type { FollowMode } from '@parvis/domain/residents/attention'
import type { LetterRhythm } from '@parvis/domain/residents/letter'
import type { Generated, JSONColumnType } from 'kysely'

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
    /** When this company last rang this resident. */
    rang_at: Date | null
    /** Their last look at the news. */
    seen_until: Generated<Date>
  }
  devices: {
    id: Generated<number>
    user_id: number
    token: string
    platform: 'ios' | 'android' | 'web'
    created_at: Generated<Date>
    /** The browser of the residents' site that subscribed: its push goes with it. */
    resident_device_id: number | null
  }
  resident_devices: {
    id: Generated<number>
    user_id: number
    secret_hash: Buffer
    name: string
    created_at: Generated<Date>
    last_seen_at: Generated<Date>
    renewed_at: Generated<Date>
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
  resident_transfers: {
    code_hash: Buffer
    user_id: number
    expires_at: Date
    used_at: Date | null
    made_for: string | null
  }
  /** Where a resident receives their news by mail: one address that is confirmed, one that is to be. */
  letters: {
    user_id: number
    address: string
    address_hash: Buffer
    rhythm: LetterRhythm
    asked_at: Generated<Date>
    confirmed_at: Date | null
    /** The last visit of a browser that was forgotten since. */
    seen_at: Date | null
    /** News up to then were sent, or are of before the confirmation. */
    sent_until: Date | null
    /** The last day that was looked at: one letter a day at most. */
    sent_on: string | null
    /** Refused by its mailbox, or by its reader. */
    refused_at: Date | null
  }
  resident_first_keys: { key_hash: Buffer; user_id: number; created_at: Generated<Date> }
  signing_keys: {
    /** First 16 hex digits of the SHA-256 of the public half in SPKI DER. */
    id: string
    purpose: 'push' | 'evidence'
    public_key: string
    /** Null where the private half is a setting. */
    private_key_sealed: Buffer | null
    created_at: Generated<Date>
  }
  qr_codes: {
    code: string
    company_id: string
    instant_id: number | null
    label: string
    is_active: Generated<boolean>
    created_at: Generated<Date>
  }
  act_counts: {
    company_id: string
    day: string
    instant_id: number
    act: string
    source: string
    count: Generated<number>
  }
  reports: {
    id: Generated<number>
    code: string
    state: Generated<'received' | 'decided'>
    reason: ReportReason
    text: string
    address: string
    kind: ReportedKind
    company_id: string | null
    target_id: string | null
    seen: JSONColumnType<Record<string, unknown>>
    reporter_name: string | null
    reporter_email: string | null
    received_at: Generated<Date>
    decided_at: Date | null
    decision: ReportDecision | null
    grounds: string | null
    decided_by: string | null
  }
}
