import { type Kysely, sql } from 'kysely'

/**
 * Undoes a write of one statement that turns out, after its first effect, to have to change nothing: the statement fails with a code of
 * its own, and the use case answers under locks (decision 0157).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function nothing_written() returns bigint language plpgsql volatile as $$
    begin
      raise exception 'nothing is written' using errcode = 'PV001';
    end $$`.execute(db)
}
