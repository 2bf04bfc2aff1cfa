import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { type DevelopmentTables, withTables } from './tables.queries.ts'

export type OutboxEntry = { kind: DevelopmentTables['outbox']['kind']; to: string; text: string; payload?: unknown }

/** What the substitutes "sent": read at /v1/dev/outbox. */
export async function putInOutbox(db: Db, entries: readonly OutboxEntry[]): Promise<void> {
  if (entries.length === 0) return
  await withTables(db)
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
  let query = withTables(db).selectFrom('outbox')
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

/** Shifts app_now() so that it reads that instant and ticks on; null gives real time back. */
export async function shiftClock(db: Db, now: string | null): Promise<void> {
  // A day that comes again has its morning again.
  await db.deleteFrom('digest_days').execute()
  if (now === null) {
    await sql`delete from clock_offset`.execute(db)
    return
  }
  await sql`
    insert into clock_offset (shift) values (${now}::timestamptz - clock_timestamp())
    on conflict (only_row) do update set shift = excluded.shift`.execute(db)
}
