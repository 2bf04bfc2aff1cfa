import { type Database, type Db, rowsOf, run } from '../../apps/server/src/db/database.ts'
import { type Sql, sql } from '../../apps/server/src/db/sql.ts'

/** One setting of PostgreSQL as this connection sees it. */
export async function readSetting(db: Database, name: string): Promise<string> {
  const rows = await rowsOf<{ value: string }>(db)`select current_setting(${name}) as value`
  return rows[0]?.value ?? ''
}

/** Ends all connections of that role. */
export async function terminateBackends(db: Database, role: string): Promise<void> {
  await run(db)`
    select pg_terminate_backend(pid) from pg_stat_activity
    where usename = ${role} and pid <> pg_backend_pid()`
}

/** The two roles of docs/operations.md and their database, once. */
export async function createServingRoles(db: Database, password: string): Promise<void> {
  const rows = await rowsOf(db)`select from pg_roles where rolname = 'parvis'`
  if (rows.length > 0) return
  await run(db)`create role parvis login password ${sql.literal(password)}`
  await run(db)`create role parvis_server login password ${sql.literal(password)}`
  await run(db)`create database parvis owner parvis`
  await run(db)`revoke temporary on database parvis from public`
}

/** How many rows each table of the product holds. */
export async function countEverything(db: Database): Promise<Record<string, number>> {
  const tables = await rowsOf<{ name: string }>(db)`
    select tablename as name from pg_tables where schemaname = 'public' and tablename not like 'kysely%'`
  const names = tables.map(({ name }) => name)
  return await countTables(db, names)
}

export async function countTables(db: Db, names: readonly string[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const name of names) counts[name] = await countRows(db, sql.identifier(name))
  return counts
}

/** How many rows there are of that table, or from it where something holds. */
export async function countRows(db: Db, from: Sql): Promise<number> {
  const rows = await rowsOf<{ count: number }>(db)`select count(*)::int as count from ${from}`
  return rows[0]?.count ?? 0
}

/** Every line of the audit trail, in order, as one digest. */
export async function digestAuditTrail(db: Database): Promise<string> {
  const rows = await rowsOf<{ digest: string }>(db)`
    select md5(string_agg(to_jsonb(audit_log)::text, ',' order by audit_log.id)) as digest from audit_log`
  return rows[0]?.digest ?? ''
}
