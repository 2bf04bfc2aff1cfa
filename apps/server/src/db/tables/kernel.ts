import type { Generated, JSONColumnType } from 'kysely'

export type KernelTables = {
  idempotency_keys: {
    user_id: number
    route: string
    key: string
    body_hash: Buffer
    answer: string | null
    created_at: Generated<Date>
  }
  rate_windows: { name: string; subject: string; window_start: Date; used: number }
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
