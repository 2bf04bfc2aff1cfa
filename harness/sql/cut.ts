import { type Db, run } from '../../apps/server/src/db/database.ts'
import type { Sql } from '../../apps/server/src/db/sql.ts'

/**
 * During the work, whatever connection does this is cut there, as when its process is killed:
 * cutAt(owner, sql`before update on letters for each row`, work).
 */
export async function cutAt<T>(owner: Db, moment: Sql, work: () => Promise<T>): Promise<T> {
  await run(owner)`
    create function cut_here() returns trigger language plpgsql as
    $$ begin perform pg_terminate_backend(pg_backend_pid()); perform pg_sleep(1); return null; end $$`
  await using mended = new AsyncDisposableStack()
  mended.defer(async () => void (await run(owner)`drop function cut_here cascade`))
  await run(owner)`create trigger cut_here ${moment} execute function cut_here()`
  return await work()
}
