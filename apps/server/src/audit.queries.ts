import { currentRequestId } from './current-call.ts'
import { cellOf, type Db, run, type Transaction } from './db/database.ts'
import { sql } from './db/sql.ts'

export type AuditLine = {
  /** `user:12`, `operator`, `provider`, `system`. */
  actor: string
  /** `sign_in`, `identity.view`, … */
  action: string
  /** `company:<uuid>`, `user:12`, … */
  object: string
  details?: Record<string, unknown>
  /** The row that the act changed, with its fingerprint before; the audit line holds that one and the one after. */
  change?: { row: ChangedRow; before: string | null }
}

export type ChangedRow =
  | { table: 'companies' | 'discussions' | 'instants' | 'municipal_services'; id: string | number }
  | { table: 'users' | 'sign_in_phones'; phone: string }

/**
 * SHA-256 fingerprint of a row, which stays locked until the transaction ends; null when there is no such row. The phone is left
 * out: it could be found again from the fingerprint by brute force.
 */
async function hashRow(db: Db, row: ChangedRow): Promise<string | null> {
  const [key, value] = 'phone' in row ? ['phone', row.phone] : ['id', String(row.id)]
  const hash = await cellOf<string>(db)`
    select encode(sha256(convert_to((to_jsonb(changed) - 'phone')::text, 'utf8')), 'hex')
    from ${sql.identifier(row.table)} as changed where changed.${sql.identifier(key)}::text = ${value} for no key update`
  return hash ?? null
}

/**
 * Changes a row and writes who did it, with the fingerprint of the row before and after; returns what `change` returned. An
 * undefined result means that there was no such row: no line is written.
 */
export async function audited<T extends object | number | boolean>(
  tx: Transaction,
  row: ChangedRow,
  change: () => Promise<T | undefined>,
  lineOf: (changed: T) => Omit<AuditLine, 'change'>,
): Promise<T | undefined> {
  const before = await hashRow(tx, row)
  const changed = await change()
  if (changed !== undefined) await audit(tx, { ...lineOf(changed), change: { row, before } })
  return changed
}

/** Writes who did what, and by which call, in the transaction of the act. The details hold no phone, code or token. */
export async function audit(db: Db, { actor, action, object, details, change }: AuditLine): Promise<void> {
  const hashes = change && { before: change.before, after: await hashRow(db, change.row) }
  await run(db)`
    insert into audit_log (actor, action, object, details, request_id)
    values (${actor}, ${action}, ${object}, ${JSON.stringify({ ...details, ...hashes })}, ${currentRequestId() ?? null})`
}
