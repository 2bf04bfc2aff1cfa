import type { RawBuilder } from 'kysely'
import { type Db, rowsOf } from '../../apps/server/src/db/database.ts'

/**
 * During the work, whatever connection does this is cut there, as when its process is killed:
 * cutAt(owner, sql`before update on letters for each row`, work).
 */
export async function cutAt<T>(owner: Db, moment: RawBuilder<unknown>, work: () => Promise<T>): Promise<T> {
  await rowsOf(owner)`
    create function cut_here() returns trigger language plpgsql as
    $$ begin perform pg_terminate_backend(pg_backend_pid()); perform pg_sleep(1); return null; end $$`
  await rowsOf(owner)`create trigger cut_here ${moment} execute function cut_here()`
  try {
    return await work()
  } finally {
    await rowsOf(owner)`drop function cut_here cascade`
  }
}
