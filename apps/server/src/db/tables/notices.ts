import type { NoticeKind } from '@parvis/domain/notices/notices'
import type { ColumnType, Generated } from 'kysely'

export type NoticeTables = {
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
