import { readdir } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { codeOf } from '@parvis/domain/kernel/error-code'
import { transaction } from '@parvis/postgres'
import { CannotStart } from '../cannot-start.ts'
import {
  cellOf,
  columnOf,
  createDatabase,
  type Db,
  hasRow,
  numberOf,
  rowsOf,
  run,
  type Transaction,
} from './database.ts'
import type { DatabaseUrls } from './embedded/running-postgres.ts'
import { sql } from './sql.ts'
import { isDatabaseUnavailable } from './unavailable.ts'

const folder = new URL('../../migrations/', import.meta.url)

/** Statement timeout of migrations: building an index on a large table takes minutes, and no call waits for it. */
const queryTimeoutMs = 3_600_000

/**
 * A statement that waits for a lock holds up every later call to its table: migrations wait this long only, then try again. A backup
 * that reads all tables in one transaction may be in the way for minutes.
 */
const lockTimeoutMs = 2_000
const lockPauseMilliseconds = 500
const lockTries = 240

/**
 * Brings a database to the newest schema, forward only, as its owner, who then gives the role that serves what it needs. One role may be
 * both; one that owns nothing may stand for both when the schema is the newest already. `migrateMore` makes the tables of development.
 */
export async function migrateToLatest(
  { url, ownerUrl }: DatabaseUrls,
  migrateMore?: (db: Db) => Promise<void>,
): Promise<void> {
  await using db = createDatabase({ url: ownerUrl, size: 2, queryTimeoutMs, lockTimeoutMs })
  try {
    await retryLocks(async () => {
      await migrate(db)
      await migrateMore?.(db)
      if (url === ownerUrl) return
      await using serving = createDatabase({ url, size: 1 })
      await grantServingRole(db, await readRole(serving))
    })
  } catch (error) {
    if (codeOf(error) === insufficientPrivilege) throw new CannotStart(notTheOwner)
    if (codeOf(error) === lockNotAvailable) throw new CannotStart(lockedOut)
    throw isDatabaseUnavailable(error) ? new CannotStart(databaseAway) : error
  }
}

/** Lets the calls that queued behind a refused lock go first, then asks again; some ten minutes in all. */
async function retryLocks(work: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await work()
    } catch (error) {
      if (tries === lockTries || codeOf(error) !== lockNotAvailable) throw error
      await pause(lockPauseMilliseconds)
    }
  }
}

const notTheOwner =
  'Le rôle de DATABASE_URL n’a pas le droit de mettre la base à jour : indiquez MIGRATION_DATABASE_URL, l’adresse du rôle qui possède les tables.'
const databaseAway =
  'La base de données ne répond pas, ou refuse d’être modifiée : le démarrage est à refaire quand elle sera revenue.'
const lockedOut =
  'La mise à jour de la base attend depuis dix minutes qu’une longue lecture se termine (une sauvegarde ?) : relancez le démarrage quand elle sera finie.'
const insufficientPrivilege = '42501'
const lockNotAvailable = '55P03'

/** Applies what is missing, all of a start in one transaction. Most starts have nothing pending: then no migration file is loaded. */
async function migrate(db: Db): Promise<void> {
  if (await isMigrated(db)) return
  await transaction(db, async (tx) => {
    // Several processes may start at once.
    await run(tx)`select pg_advisory_xact_lock(hashtext('parvis migrations'))`
    // The name that the table had before the first release.
    await run(tx)`alter table if exists kysely_migration rename to migrations`
    await run(tx)`create table if not exists migrations (name text primary key, timestamp text not null)`
    // During a rolling upgrade the former release may start on a newer schema: what it does not know it leaves.
    for (const name of await listMissing(tx)) await apply(tx, name)
  })
}

async function apply(tx: Transaction, name: string): Promise<void> {
  const migration = (await import(new URL(`${name}.ts`, folder).href)) as { up(tx: Transaction): Promise<void> }
  await migration.up(tx).catch((error: Error) => {
    error.message = `migration ${name} failed: ${error.message}`
    throw error
  })
  await run(tx)`
    insert into migrations (name, timestamp) values (${name}, to_char(clock_timestamp(), 'YYYY-MM-DD"T"HH24:MI:SSOF'))`
}

/** Whether the database has every migration that this code expects. */
export const isMigrated = async (db: Db): Promise<boolean> => (await listMissing(db)).length === 0

async function listMissing(db: Db): Promise<string[]> {
  const applied = new Set(await listAppliedMigrations(db))
  return (await expectedMigrations()).filter((name) => !applied.has(name))
}

/** Names of the migrations that this code expects, in order. */
export async function expectedMigrations(): Promise<string[]> {
  const files = (await readdir(folder)).filter((file) => /^\d{4}-.*\.ts$/.test(file)).sort()
  return files.map((file) => file.replace('.ts', ''))
}

/** Whether this database takes writes: a standby answers every read, and refuses each write. */
export async function isWritable(db: Db): Promise<boolean> {
  return await hasRow(db)`
    select where not pg_is_in_recovery() and current_setting('transaction_read_only') = 'off'`
}

/** How many connections PostgreSQL gives to those who are not superusers. */
export async function readConnectionLimit(db: Db): Promise<number> {
  return await numberOf(db)`
    select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int`
}

/** Names of the migrations that the database went through, in order; none before the first. */
export async function listAppliedMigrations(db: Db): Promise<string[]> {
  if (!(await cellOf<boolean>(db)`select to_regclass('migrations') is not null`)) return []
  return await columnOf<string>(db)`select migrations.name from migrations order by migrations.name`
}

type Relation = { kind: 'table' | 'sequence'; name: string; wanted: string[] }

/**
 * Lets the role that serves read and write rows, and nothing else: no table of its own, no DDL, no TRUNCATE, and the
 * audit trail only grows (ASVS 13.2.2, T34); partitions are reached through their table. `db` is the owner's. What is right
 * already is not touched, so that a start writes nothing; several processes may start at once.
 */
async function grantServingRole(db: Db, role: string): Promise<void> {
  if (role === (await readRole(db))) return
  await transaction(db, async (tx) => {
    // PostgreSQL refuses concurrent GRANTs on one table: "tuple concurrently updated".
    await run(tx)`select pg_advisory_xact_lock(hashtext('parvis grants'))`
    for (const { kind, name, wanted } of await listWrongRights(tx, role)) {
      const relation = sql.raw(`${kind} ${name}`)
      await run(tx)`revoke all on ${relation} from ${sql.identifier(role)}`
      await run(tx)`grant ${sql.raw(wanted.join(', '))} on ${relation} to ${sql.identifier(role)}`
    }
  })
}

/** The role that an address connects as: a pooler may call it otherwise than the address does. */
async function readRole(db: Db): Promise<string> {
  return (await cellOf<string>(db)`select current_user::text`) ?? ''
}

/** Tables, views and sequences whose rights differ from what the role needs, with what it needs. */
async function listWrongRights(tx: Transaction, role: string): Promise<Relation[]> {
  return await rowsOf<Relation>(tx)`
    with relations as (
      select pg_class.oid, format('%I.%I', pg_namespace.nspname, pg_class.relname) as name,
        case pg_class.relkind when 'S' then 'sequence' else 'table' end as kind,
        case
          when pg_class.relkind = 'S' then array['USAGE']
          when pg_class.relname = 'audit_log' then array['SELECT', 'INSERT']
          when pg_class.relkind = 'v' or pg_class.relname = 'migrations' then array['SELECT']
          else array['SELECT', 'INSERT', 'UPDATE', 'DELETE']
        end as wanted
      from pg_class join pg_namespace on pg_namespace.oid = pg_class.relnamespace
      where pg_namespace.nspname = 'public' and pg_class.relkind in ('r', 'p', 'v', 'S') and not pg_class.relispartition
        and pg_has_role(pg_class.relowner, 'usage')
    )
    select relations.kind, relations.name, relations.wanted from relations
    where exists (
      select 1 from unnest(array['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER']) as rights (name)
      where relations.kind = 'table'
        and has_table_privilege(${role}, relations.oid, rights.name) <> (rights.name = any (relations.wanted)))
      or relations.kind = 'sequence' and (has_sequence_privilege(${role}, relations.oid, 'UPDATE')
        or not has_sequence_privilege(${role}, relations.oid, 'USAGE'))`
}
