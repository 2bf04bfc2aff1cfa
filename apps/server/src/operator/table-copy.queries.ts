import { transaction } from '@parvis/postgres'
import { columnOf, type Db, hasRow, rowsOf, run, type Transaction } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import type { FileKind } from '../pictures/stored-files.queries.ts'

/** Tables of one machine or one moment, rebuilt after a restore. */
const left = [
  'migrations',
  'clock_offset',
  'rate_windows',
  'notice_senders',
  'jobs',
  'view_secrets',
  // Tables that grant access: neither a reader of a copy nor a restore gets a session or a code.
  'sessions',
  'sent_codes',
  'known_browsers',
  'passkey_challenges',
  'mail_codes',
  // Bound to a session: push targets of browsers.
  'push_targets',
  // Files of an hour, which no copy holds.
  'account_exports',
]

/** The product's tables, those that others refer to first. */
export async function listTables(db: Db): Promise<string[]> {
  const rows = await rowsOf<{ name: string; needs: string[] }>(db)`
    select tables.relname::text as name,
      coalesce(array_agg(distinct needed.relname::text) filter (where needed.relname is not null and needed.oid <> tables.oid), '{}') as needs
    from pg_class tables
    join pg_namespace on pg_namespace.oid = tables.relnamespace and pg_namespace.nspname = 'public'
    left join pg_constraint on pg_constraint.conrelid = tables.oid and pg_constraint.contype = 'f'
    left join pg_class needed on needed.oid = pg_constraint.confrelid
    where tables.relkind in ('r', 'p') and not tables.relispartition and tables.relname <> all(${left}::text[])
    group by tables.relname order by tables.relname`
  const ordered: string[] = []
  while (ordered.length < rows.length) {
    const next = rows.filter(
      ({ name, needs }) => !ordered.includes(name) && needs.every((need) => ordered.includes(need)),
    )
    if (next.length === 0) throw new Error('the tables refer to one another in a circle')
    ordered.push(...next.map(({ name }) => name))
  }
  return ordered
}

const rowsAtOnce = 1_000

/** The rows of a table as JSON texts, a thousand at a time; inside one transaction all tables are of one moment. */
export async function* readRows(tx: Transaction, table: string): AsyncGenerator<string[]> {
  const cursor = sql.identifier(`rows_of_${table}`)
  await run(tx)`declare ${cursor} cursor for select to_json(t)::text as row from ${sql.identifier(table)} t`
  for (;;) {
    const rows = await columnOf<string>(tx)`fetch ${sql.literal(rowsAtOnce)} from ${cursor}`
    if (rows.length === 0) break
    yield rows
  }
  await run(tx)`close ${cursor}`
}

/** Whether people or companies are already there: a restore goes into an empty database only. */
export async function isInUse(db: Db): Promise<boolean> {
  return await hasRow(db)`select from users union all select from companies limit 1`
}

/** Triggers are disabled while rows are written: the counters that they keep come with the copy. */
export async function restTriggers(tx: Transaction, table: string, resting: boolean): Promise<void> {
  await run(tx)`alter table ${sql.identifier(table)} ${sql.raw(resting ? 'disable' : 'enable')} trigger user`
}

export async function emptyTable(tx: Transaction, table: string): Promise<void> {
  await run(tx)`delete from ${sql.identifier(table)}`
}

export async function writeRows(tx: Transaction, table: string, rows: readonly string[]): Promise<void> {
  const columns = sql.join((await writableColumns(tx, table)).map((column) => sql.identifier(column)))
  await run(tx)`
    insert into ${sql.identifier(table)} (${columns}) overriding system value
    select ${columns} from json_populate_recordset(null::${sql.identifier(table)}, ${`[${rows.join(',')}]`}::json)`
}

/** Sequences continue from the greatest copied id. */
export async function moveSequences(tx: Transaction, table: string): Promise<void> {
  const names = await columnOf<string>(tx)`
    select column_name::text from information_schema.columns
    where table_schema = 'public' and table_name = ${table} and is_identity = 'YES'`
  for (const name of names) {
    await run(tx)`
      select setval(pg_get_serial_sequence(${table}, ${name}), greatest((select max(${sql.identifier(name)}) from ${sql.identifier(table)}), 1))`
  }
}

async function writableColumns(tx: Transaction, table: string): Promise<string[]> {
  return await columnOf<string>(tx)`
    select column_name::text from information_schema.columns
    where table_schema = 'public' and table_name = ${table} and is_generated = 'NEVER'
    order by ordinal_position`
}

export type Erasure = { userId: number; at: string }

/** The accounts that were erased, by the audit trail: ids and times only. */
export async function listErasures(db: Db): Promise<Erasure[]> {
  return await rowsOf<Erasure>(db)`
    select substring(audit_log.object from 6)::bigint as "userId", audit_log.at::text as at from audit_log
    where audit_log.action = 'account.erase' and audit_log.object like 'user:%' order by audit_log.id`
}

/**
 * Schedules the erasure of accounts that were erased after the copy was made; only those
 * created before that erasure, so that a later person of the same id is left.
 */
export async function scheduleErasures(db: Db, erasures: readonly Erasure[]): Promise<number> {
  const scheduled = await rowsOf(db)`
    update users set delete_after = app_now()
    from json_to_recordset(${JSON.stringify(erasures)}::json) as erased ("userId" bigint, at timestamptz)
    where users.id = erased."userId" and users.created_at < erased.at returning users.id`
  return scheduled.length
}

/** Every stored file that a row still names. */
export async function listKeptFiles(db: Db): Promise<{ name: string; kind: FileKind }[]> {
  return await rowsOf<{ name: string; kind: FileKind }>(db)`
    select stored_files.name, stored_files.kind from stored_files where stored_files.kept_at is not null`
}

/** A repeatable-read transaction: all that the work reads is one snapshot. */
export async function inOneMoment<T>(db: Db, work: (tx: Transaction) => Promise<T>): Promise<T> {
  return await transaction(db, async (tx) => {
    await run(tx)`set transaction isolation level repeatable read`
    return await work(tx)
  })
}
