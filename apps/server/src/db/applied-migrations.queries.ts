import { sql } from 'kysely'
import type { Db } from './database.ts'

/** Whether this database takes writes: a standby answers every read, and refuses each write. */
export async function isWritable(db: Db): Promise<boolean> {
  const { rows } = await sql<{ writable: boolean }>`
    select not pg_is_in_recovery() and current_setting('transaction_read_only') = 'off' as writable`.execute(db)
  return rows[0]?.writable ?? false
}

/** How many connections PostgreSQL gives to those who are not superusers. */
export async function readConnectionLimit(db: Db): Promise<number> {
  const { rows } = await sql<{ max: number }>`
    select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as max`.execute(
    db,
  )
  return rows[0]?.max ?? 0
}

/** Names of the migrations that the database went through, in order; none before the first. */
export async function listAppliedMigrations(db: Db): Promise<string[]> {
  const { rows: found } = await sql<{ exists: boolean }>`
    select to_regclass('kysely_migration') is not null as exists`.execute(db)
  if (!found[0]?.exists) return []
  const { rows } = await sql<{ name: string }>`
    select kysely_migration.name from kysely_migration order by kysely_migration.name`.execute(db)
  return rows.map(({ name }) => name)
}
