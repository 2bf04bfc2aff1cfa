import type { Db } from './database.ts'

export type OutboxEntry = {
  kind: 'sms' | 'push' | 'webhook' | 'email'
  to: string
  text: string
  payload?: unknown
}

/** What the embedded providers "sent": read at /v1/dev/outbox. */
export async function putInOutbox(db: Db, entries: readonly OutboxEntry[]): Promise<void> {
  if (entries.length === 0) return
  await db
    .insertInto('outbox')
    .values(
      entries.map(({ kind, to, text, payload }) => ({
        kind,
        recipient: to,
        text,
        payload: payload === undefined ? null : JSON.stringify(payload),
      })),
    )
    .execute()
}

export async function listOutbox(db: Db, kind: string | undefined, to: string | undefined) {
  let query = db.selectFrom('outbox')
  if (kind) query = query.where('outbox.kind', '=', kind as OutboxEntry['kind'])
  if (to) query = query.where('outbox.recipient', '=', to)
  return await query
    .select([
      'outbox.id',
      'outbox.kind',
      'outbox.recipient as to',
      'outbox.text',
      'outbox.payload',
      'outbox.sent_at as sentAt',
    ])
    .orderBy('outbox.id', 'desc')
    .limit(200)
    .execute()
}
