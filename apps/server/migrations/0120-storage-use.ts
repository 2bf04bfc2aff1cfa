import { type Kysely, sql } from 'kysely'

/** How many bytes of pictures each company, or person who writes to one, keeps (ASVS 5.2.4). Those kept before are not counted. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table stored_files
      add column bytes bigint not null default 0,
      add column keeper text`.execute(db)
  // No reference to companies or users: a keeper that goes away leaves a row of zero, swept with the old counters.
  await sql`
    create table storage_use (
      keeper text primary key,
      bytes bigint not null
    )`.execute(db)
  // The sum follows the files whatever keeps or drops them. In one order, so that two who drop do not wait for each other.
  await sql`
    create function count_storage() returns trigger language plpgsql as $$
    begin
      insert into storage_use as used (keeper, bytes)
      select changed.keeper, sum(changed.bytes) from (
        select keeper, bytes from come where kept_at is not null and dropped_at is null
        union all select keeper, -bytes from gone where kept_at is not null and dropped_at is null
      ) as changed
      where changed.keeper is not null group by 1 having sum(changed.bytes) <> 0 order by 1
      on conflict (keeper) do update set bytes = used.bytes + excluded.bytes;
      return null;
    end $$`.execute(db)
  await sql`
    create trigger stored_files_counted after update on stored_files
    referencing old table as gone new table as come
    for each statement execute function count_storage()`.execute(db)
}
