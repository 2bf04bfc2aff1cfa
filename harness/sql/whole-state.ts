import { runQuery } from '@parvis/postgres'
import { columnOf, type Db, rowsOf } from '../../apps/server/src/db/database.ts'
import { sql } from '../../apps/server/src/db/sql.ts'

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
  'migrations',
  'cities',
  'communes',
  'service_icons',
]

/**
 * Trigger events per table that count as a change of the state: not counters other than those of views, files that no row names, and
 * when a session was last seen.
 */
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
  return await columnOf<string>(db)`
    select relname from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
      and not relname = any (${[...apart, notes]}::text[])`
}

/**
 * Adds a trigger to each table of the state which notes that a row of it was written; a rollback takes the note back. Resolves to a
 * question: of which tables was a row written and committed since the last time? Truncating is not noted: no call does.
 */
export async function noteWrites(owner: Db): Promise<(db: Db) => Promise<string[]>> {
  await runQuery(
    owner,
    sql.raw(`
    create unlogged table ${notes} (name text not null);
    grant select, delete on ${notes} to public;
    create function note_write() returns trigger language plpgsql security definer as
      $$ begin insert into ${notes} values (tg_table_name); return null; end $$;`),
  )
  const events = (await listTables(owner)).flatMap(
    (name) => noted[name] ?? [`insert or update or delete on ${name} for each row`],
  )
  for (const [n, event] of events.entries())
    await runQuery(owner, sql.raw(`create trigger note_write_${n} after ${event} execute function note_write()`))
  return async (db) => [...new Set(await columnOf<string>(db)`delete from ${sql.identifier(notes)} returning name`)]
}

/** The files that rows name, each with where it lies. */
export async function listKeptFiles(db: Db): Promise<{ name: string; path: string }[]> {
  const rows = await rowsOf<{ name: string; kind: string }>(db)`
    select stored_files.name, stored_files.kind from stored_files
    where stored_files.kept_at is not null and stored_files.dropped_at is null`
  return rows.map(({ name, kind }) => ({ name, path: `${kind}/${name}` }))
}
