import type { Db } from './database.ts'

export type AuditLine = {
  /** `user:12`, `operator`, `provider`, `system`. */
  actor: string
  /** `sign_in`, `identity.view`, … */
  action: string
  /** `company:<uuid>`, `user:12`, … */
  object: string
  details?: Record<string, unknown>
  requestId?: string
}

/** Writes who did what, in the same transaction as the act (T34). Never phones, codes or tokens in the details. */
export async function audit(db: Db, { actor, action, object, details = {}, requestId }: AuditLine): Promise<void> {
  await db
    .insertInto('audit_log')
    .values({ actor, action, object, details: JSON.stringify(details), request_id: requestId ?? null })
    .execute()
}
