import { sql } from 'kysely'
import type { Database } from '../../apps/server/src/db/database.ts'

/** One setting of PostgreSQL as this connection sees it. */
export async function readSetting(db: Database, name: string): Promise<string> {
  const { rows } = await sql<{ value: string }>`select current_setting(${name}) as value`.execute(db)
  return rows[0]?.value ?? ''
}

/** From now on that role acknowledges commits up to 10 s before they are on the disk. */
export async function commitLate(db: Database, role: string): Promise<void> {
  await sql`alter role ${sql.id(role)} set synchronous_commit = off`.execute(db)
  await sql`alter system set wal_writer_delay = '10s'`.execute(db)
  await sql`select pg_reload_conf()`.execute(db)
  await terminateBackends(db, role)
}

/** Begins another file of the journal: 16 MB of disk, unless a former one can be used again. */
export async function switchWal(db: Database): Promise<void> {
  await sql`select pg_logical_emit_message(true, 'faults', 'x'), pg_switch_wal()`.execute(db)
}

/** Ends the file of the journal that is being written, whatever its length; its name. */
export async function endWalFile(db: Database): Promise<string> {
  const { rows } = await sql<{ name: string }>`select pg_walfile_name(pg_switch_wal()) as name`.execute(db)
  return rows[0]?.name ?? ''
}

/** Promotes a standby. */
export async function promoteStandby(db: Database): Promise<void> {
  await sql`select pg_promote()`.execute(db)
}

/** Limits the connections of the server's role: above it PostgreSQL answers 53300, as when it is full. */
export async function limitConnections(db: Database, role: string, max: number): Promise<void> {
  await sql`alter role ${sql.id(role)} connection limit ${sql.lit(max)}`.execute(db)
}

/** Ends connections of that name, or all of the role's. */
export async function terminateBackends(db: Database, role: string, name?: string): Promise<number> {
  const { rows } = await sql<{ ended: boolean }>`
    select pg_terminate_backend(pg_stat_activity.pid) as ended from pg_stat_activity
    where pg_stat_activity.usename = ${role} and pg_stat_activity.pid <> pg_backend_pid()
      and (${name ?? null}::text is null or pg_stat_activity.application_name = ${name ?? null})`.execute(db)
  return rows.length
}

/** Keeps everyone from reading the conversations while `work` goes on. */
export async function withLockedDiscussions<T>(db: Database, work: () => Promise<T>): Promise<T> {
  return await db.transaction().execute(async (tx) => {
    await sql`lock table discussions in access exclusive mode`.execute(tx)
    return await work()
  })
}

export async function createEmptyDatabase(db: Database, name: string, owner: string): Promise<void> {
  await sql`create database ${sql.id(name)} owner ${sql.id(owner)}`.execute(db)
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

export async function dropDatabase(db: Database, name: string): Promise<void> {
  await sql`drop database if exists ${sql.id(name)} with (force)`.execute(db)
}

/** How many rows each table of the product holds. */
export async function countEverything(db: Database): Promise<Record<string, number>> {
  const { rows: tables } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' and tablename not like 'kysely%'`.execute(db)
  const counts: Record<string, number> = {}
  for (const { name } of tables) {
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${sql.id(name)}`.execute(db)
    counts[name] = rows[0]?.count ?? 0
  }
  return counts
}

/** Every line of the audit trail, in order, as one digest. */
export async function digestAuditTrail(db: Database): Promise<string> {
  const { rows } = await sql<{ digest: string }>`
    select md5(string_agg(to_jsonb(audit_log)::text, ',' order by audit_log.id)) as digest from audit_log`.execute(db)
  return rows[0]?.digest ?? ''
}

/** An operator's mistake: deletes every message. */
export async function forgetAllMessages(db: Database): Promise<void> {
  await sql`delete from messages`.execute(db)
}

/** Every business is verified: the residents' site asks search engines to leave the others out. */
export async function verifyCompanies(db: Database): Promise<void> {
  await sql`update companies set identity_status = 'verified'`.execute(db)
}
