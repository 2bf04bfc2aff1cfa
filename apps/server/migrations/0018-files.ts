import { runQuery } from '@parvis/postgres'
import { run, type Transaction } from '../src/db/database.ts'
import { sql } from '../src/db/sql.ts'

/** Columns that name a stored file; an update that is excepted hands it on to another row. */
const naming: readonly (readonly [table: string, column: string, unlessUpdated?: string])[] = [
  ['companies', 'profile_picture'],
  ['companies', 'cover_picture'],
  ['cac_pictures', 'name'],
  ['company_photos', 'name'],
  ['identity_documents', 'name'],
  ['instants', 'picture'],
  ['orders', 'picture'],
  ['messages', 'image'],
  ['broadcasts', 'image'],
  ['quick_replies', 'image'],
  ['scheduled_messages', 'image', "new.state = 'sent'"],
]

/**
 * A file that its row names no more, replaced or gone with the row by any path, is given to the sweep, which deletes it an hour later.
 * Deletes are counted by statement: a cascade may take thousands.
 */
export async function up(db: Transaction): Promise<void> {
  await run(db)`
    create function drop_files() returns trigger language plpgsql as $$
    begin
      execute format('update stored_files set dropped_at = app_now() from gone
        where stored_files.name = gone.%I and stored_files.dropped_at is null', tg_argv[0]);
      return null;
    end $$;
    create function drop_former_file() returns trigger language plpgsql as $$
    begin
      update stored_files set dropped_at = app_now()
      where stored_files.name = to_jsonb(old) ->> tg_argv[0] and stored_files.dropped_at is null;
      return null;
    end $$`
  for (const [table, column, unlessUpdated = 'false'] of naming)
    await runQuery(
      db,
      sql.raw(`
        create trigger ${table}_${column}_gone after delete on ${table} referencing old table as gone
          for each statement execute function drop_files('${column}');
        create trigger ${table}_${column}_replaced after update of ${column} on ${table} for each row
          when (old.${column} is distinct from new.${column} and not ${unlessUpdated}) execute function drop_former_file('${column}')`),
    )
}
