import { readId } from '@parvis/domain/kernel/ids'
import { writeParisIso } from '@parvis/domain/kernel/paris-time'
import { refuseFields } from '@parvis/domain/refusals'
import type { Dependencies } from '../../dependencies.ts'
import { listAuditLines } from './desk.queries.ts'

type Asked = Partial<Record<'before' | 'object' | 'action' | 'actor', string | undefined>>

/** The audit trail, newest first; `before` is the last line already shown. */
export async function listAudit({ db }: Dependencies, { before: typed, ...filter }: Asked) {
  const before = typed ? readId(typed) : undefined
  if (typed && before === undefined) refuseFields({ before: 'invalid' })
  const lines = await listAuditLines(db, { ...filter, before })
  return lines.map((line) => ({ ...line, at: writeParisIso(line.at) }))
}
