import { sql } from 'kysely'
import type { Db } from '../../apps/server/src/db/database.ts'

/**
 * Tables that a failed call may change: counters of tries, the outside world (outbox, payment provider), heartbeats; and three
 * large ones that no call changes.
 */
const apart = [
  'sign_in_events',
  'outbox',
  'embedded_payment_sessions',
  'embedded_payment_subscriptions',
  'notice_senders',
  // The secret of a day is created once by the first count, whatever becomes of that count.
  'view_secrets',
  'kysely_migration',
  'kysely_migration_lock',
  'cities',
  'communes',
  'service_icons',
]

/**
 * Differences that do not count: counters other than those of views, files that no row names, and when a session was last seen.
 */
const parts: Record<string, string> = {
  rate_windows: `select to_jsonb(t) from rate_windows t where name = 'view-once'`,
  stored_files: `select to_jsonb(t) from stored_files t where kept_at is not null`,
  sessions: `select to_jsonb(t) - 'last_seen_at' from sessions t`,
}

/** Trigger events per table that count as a change of the state, and on which rows. */
const noted: Record<string, string[]> = {
  rate_windows: [
    `insert or update on rate_windows for each row when (new.name = 'view-once')`,
    `delete on rate_windows for each row when (old.name = 'view-once')`,
  ],
  stored_files: [
    'insert or update on stored_files for each row when (new.kept_at is not null)',
    'update or delete on stored_files for each row when (old.kept_at is not null)',
  ],
  sessions: [
    'insert or delete on sessions for each row',
    `update on sessions for each row when (to_jsonb(new) - 'last_seen_at' <> to_jsonb(old) - 'last_seen_at')`,
  ],
}

/** Where the triggers of `noteWrites` note what is written. */
const notes = 'rows_written'

async function listTables(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
      and not relname = any (${[...apart, notes]}::text[])`.execute(db)
  return rows.map(({ name }) => name)
}

/**
 * Adds a trigger to each table of the state which notes that a row of it was written; a rollback takes the note back.
 * Resolves to a question: was anything of the state committed since the last time? It is asked in a fiftieth of the
 * time that reading the whole state takes. Truncating is not
 * noted: no call does.
 */
export async function noteWrites(owner: Db): Promise<(db: Db) => Promise<boolean>> {
  await sql
    .raw(`
    create unlogged table ${notes} (at timestamptz not null default clock_timestamp());
    grant select, delete on ${notes} to public;
    create function note_write() returns trigger language plpgsql security definer as
      $$ begin insert into ${notes} default values; return null; end $$;`)
    .execute(owner)
  const events = (await listTables(owner)).flatMap(
    (name) => noted[name] ?? [`insert or update or delete on ${name} for each row`],
  )
  for (const [n, event] of events.entries())
    await sql.raw(`create trigger note_write_${n} after ${event} execute function note_write()`).execute(owner)
  return async (db) => {
    const { numAffectedRows } = await sql`delete from ${sql.table(notes)}`.execute(db)
    return (numAffectedRows ?? 0n) > 0n
  }
}

/** Each table with its number of rows and a hash of their content, in whatever order they lie. */
export async function readWholeState(db: Db): Promise<Record<string, string>> {
  const tables = await listTables(db)
  const selects = tables.map(
    (name) =>
      `select '${name}' as name, count(*) || ' ' || coalesce(md5(string_agg(row::text, ',' order by row::text)), '') as state
       from (${parts[name] ?? `select to_jsonb(t) from ${name} t`}) as rows (row)`,
  )
  // With a parameter, so that the statement is prepared: planning a hundred tables takes longer than reading them.
  const { rows } = await sql<{ name: string; state: string }>`
    ${sql.raw(selects.join(' union all '))} union all select ${'now'}::text, ''`.execute(db)
  return Object.fromEntries(rows.map(({ name, state }) => [name, state]))
}

/** The files that rows name, each with where it lies. */
export async function listKeptFiles(db: Db): Promise<{ name: string; path: string }[]> {
  const rows = await db
    .selectFrom('stored_files')
    .where('stored_files.kept_at', 'is not', null)
    .where('stored_files.dropped_at', 'is', null)
    .select(['stored_files.name', 'stored_files.kind'])
    .execute()
  return rows.map(({ name, kind }) => ({ name, path: `${kind}/${name}` }))
}
