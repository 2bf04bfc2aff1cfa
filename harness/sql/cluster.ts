import { sql } from 'kysely'
import type { Database } from '../../apps/server/src/db/database.ts'

/** The only device of that person. */
export async function insertDevice(
  db: Database,
  userId: number,
  { token, platform }: { token: string; platform: 'android' | 'web' },
): Promise<void> {
  await sql`delete from devices where devices.user_id = ${userId}`.execute(db)
  await sql`insert into devices (user_id, token, platform) values (${userId}, ${token}, ${platform})`.execute(db)
}

/** Pushes to residents that no worker has done yet. */
export async function countPushesToDo(db: Database): Promise<number> {
  const { rows } = await sql<{ left: number }>`
    select count(*)::int as left from jobs where jobs.name = 'push-to-resident'`.execute(db)
  return rows[0]?.left ?? 0
}

/** Pushes with that text recorded by the development substitute. */
export async function countPushesOf(db: Database, text: string): Promise<number> {
  const { rows } = await sql<{ pushes: number }>`
    select count(*)::int as pushes from outbox where outbox.kind = 'push' and position(${text} in outbox.text) > 0`.execute(
    db,
  )
  return rows[0]?.pushes ?? 0
}

/** Settings that a pooler in transaction mode refuses at connect are set on the role (docs/operations.md). */
export async function boundStatementsOf(db: Database, role: string, database: string): Promise<void> {
  await sql`alter role ${sql.id(role)} in database ${sql.id(database)} set statement_timeout = '2500ms'`.execute(db)
}

/** Killed processes whose death no sender has reported yet (decision 0117). */
export async function countSilentSenders(db: Database): Promise<number> {
  const { rows } = await sql<{ silent: number }>`
    select count(*)::int as silent from notice_senders
    where starts_with(notice_senders.id, 'notices-') and notice_senders.beat_at < clock_timestamp() - interval '5 seconds'`.execute(
    db,
  )
  return rows[0]?.silent ?? 0
}
