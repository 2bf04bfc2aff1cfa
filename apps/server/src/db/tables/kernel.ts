import type { ColumnType, Generated, JSONColumnType } from 'kysely'

export type KernelTables = {
  clock_offset: { only_row: Generated<boolean>; shift: string }
  idempotency_keys: {
    user_id: number
    route: string
    key: string
    body_hash: Buffer
    answer: string | null
    created_at: Generated<Date>
  }
  rate_windows: { name: string; subject: string; window_start: Date; used: number }
  outbox: {
    id: Generated<number>
    kind: 'sms' | 'push' | 'webhook' | 'email'
    recipient: string
    text: string
    payload: ColumnType<unknown, string | null, never>
    sent_at: Generated<Date>
  }
  audit_log: {
    id: Generated<number>
    at: Generated<Date>
    actor: string
    action: string
    object: string
    details: JSONColumnType<Record<string, unknown>>
    request_id: string | null
  }
  job_workers: { id: string; beat_at: Date }
}
