import { type RawBuilder, sql } from 'kysely'
import type { Database, Db } from '../../apps/server/src/db/database.ts'

/** One setting of PostgreSQL as this connection sees it. */
export async function readSetting(db: Database, name: string): Promise<string> {
  const { rows } = await sql<{ value: string }>`select current_setting(${name}) as value`.execute(db)
  return rows[0]?.value ?? ''
}

/** Ends all connections of that role. */
export async function terminateBackends(db: Database, role: string): Promise<void> {
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where usename = ${role} and pid <> pg_backend_pid()`.execute(db)
}

/** The two roles of docs/operations.md and their database, once. */
export async function createServingRoles(db: Database, password: string): Promise<void> {
  const { rows } = await sql`select from pg_roles where rolname = 'parvis'`.execute(db)
  if (rows.length > 0) return
  await sql`create role parvis login password ${sql.lit(password)}`.execute(db)
  await sql`create role parvis_server login password ${sql.lit(password)}`.execute(db)
  await sql`create database parvis owner parvis`.execute(db)
  await sql`revoke temporary on database parvis from public`.execute(db)
}

/** How many rows each table of the product holds. */
export async function countEverything(db: Database): Promise<Record<string, number>> {
  const { rows: tables } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' and tablename not like 'kysely%'`.execute(db)
  const names = tables.map(({ name }) => name)
  return await countTables(db, names)
}

export async function countTables(db: Db, names: readonly string[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const name of names) counts[name] = await countRows(db, sql.id(name))
  return counts
}

/** How many rows there are of that table, or from it where something holds. */
export async function countRows(db: Db, from: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${from}`.execute(db)
  return rows[0]?.count ?? 0
}

/** Every line of the audit trail, in order, as one digest. */
export async function digestAuditTrail(db: Database): Promise<string> {
  const { rows } = await sql<{ digest: string }>`
    select md5(string_agg(to_jsonb(audit_log)::text, ',' order by audit_log.id)) as digest from audit_log`.execute(db)
  return rows[0]?.digest ?? ''
}
