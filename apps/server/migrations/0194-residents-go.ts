import { type Kysely, sql } from 'kysely'

/** What it takes to let residents go: since when nobody holds them, that they erased all, which browser a push is of (W-058, W-068, W-069). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table users add column alone_since timestamptz, add column left_at timestamptz`.execute(db)
  await sql`create index users_alone on users (alone_since) where alone_since is not null`.execute(db)
  await sql`create index users_left on users (left_at) where left_at is not null`.execute(db)
  await sql`
    create function note_alone() returns trigger language plpgsql as $$
    begin
      update users set alone_since = app_now()
      from (select distinct gone.user_id from gone) as seen
      where users.id = seen.user_id
        and not exists (select from resident_devices where resident_devices.user_id = users.id);
      return null;
    end $$`.execute(db)
  await sql`
    create trigger resident_devices_last after delete on resident_devices
    referencing old table as gone for each statement execute function note_alone()`.execute(db)

  await sql`
    alter table devices
      add column resident_device_id bigint references resident_devices on delete cascade`.execute(db)
  await sql`
    create index devices_of_browser on devices (resident_device_id) where resident_device_id is not null`.execute(db)

  // Views of one Paris day are told apart by it; it goes with the day (W-109).
  await sql`create table view_secrets (day date primary key, secret bytea not null)`.execute(db)
}
