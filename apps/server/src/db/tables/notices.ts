import type { NoticeKind } from '@parvis/domain/notices/notices'
import type { ColumnType, Generated } from 'kysely'

export type NoticeTables = {
  push_targets: {
    id: Generated<number>
    session_id: number
    user_id: number
    endpoint: string
    /** The JSON of W-074: endpoint, then keys. */
    subscription: string
    label: string
    last_seen_at: Generated<Date>
    failing_since: Date | null
    /** Removed by its owner: it receives nothing until it is switched on again on that device. */
    removed_at: Date | null
  }
  notices: {
    id: Generated<number>
    key: string
    company_id: string
    kind: NoticeKind
    step: string
    object: Generated<string>
    facts: ColumnType<unknown, string | undefined, string>
    created_at: Generated<Date>
    due_at: Date
    done_at: Date | null
    outcome: string | null
    attempts: Generated<number>
  }
}
