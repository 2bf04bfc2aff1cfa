import { columnOf, type Db, hasRow, numberOf, run } from '../../apps/server/src/db/database.ts'
import { type Sql, sql } from '../../apps/server/src/db/sql.ts'
import { foundCell } from './found.ts'

/** One setting of PostgreSQL as this connection sees it. */
export async function readSetting(db: Db, name: string): Promise<string> {
  return await foundCell<string>(db)`select current_setting(${name})`
}

/** Ends all connections of that role. */
export async function terminateBackends(db: Db, role: string): Promise<void> {
  await run(db)`
    select pg_terminate_backend(pid) from pg_stat_activity
    where usename = ${role} and pid <> pg_backend_pid()`
}

/** The two roles of docs/operations.md and their database, once. */
export async function createServingRoles(db: Db, password: string): Promise<void> {
  if (await hasRow(db)`select from pg_roles where rolname = 'parvis'`) return
  await run(db)`create role parvis login password ${sql.literal(password)}`
  await run(db)`create role parvis_server login password ${sql.literal(password)}`
  await run(db)`create database parvis owner parvis`
  await run(db)`revoke temporary on database parvis from public`
}

/** How many rows each table of the product holds. */
export async function countEverything(db: Db): Promise<Record<string, number>> {
  const names = await columnOf<string>(db)`
    select tablename from pg_tables where schemaname = 'public' and tablename <> 'migrations'`
  return await countTables(db, names)
}

export async function countTables(db: Db, names: readonly string[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const name of names) counts[name] = await countRows(db, sql.identifier(name))
  return counts
}

/** How many rows there are of that table, or from it where something holds. */
export const countRows = (db: Db, from: Sql): Promise<number> => numberOf(db)`select count(*)::int from ${from}`

/** Every line of the audit trail, in order, as one digest. */
export async function digestAuditTrail(db: Db): Promise<string> {
  return await foundCell<string>(db)`
    select coalesce(md5(string_agg(to_jsonb(audit_log)::text, ',' order by audit_log.id)), '') from audit_log`
}
