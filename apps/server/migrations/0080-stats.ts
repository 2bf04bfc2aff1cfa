import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // Registrations per postal code and Paris day, kept as people come: reading them costs the same at 1,000,000 profiles.
  await sql`
    create table profile_counts (
      zip_code text not null,
      day date not null,
      count integer not null,
      primary key (zip_code, day)
    )`.execute(db)
  await sql`
    insert into profile_counts (zip_code, day, count)
    select zip_code, (created_at at time zone 'Europe/Paris')::date, count(*)
    from users where zip_code is not null group by 1, 2`.execute(db)
  // By statement, so that a thousand people at once cost one change per day; in one order, so that two people who swap
  // cities do not wait for each other.
  await sql`
    create function count_profiles() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' then
        perform change_profile_counts(array_agg(zip_code), array_agg(created_at), array_agg(1)) from come;
      elsif tg_op = 'DELETE' then
        perform change_profile_counts(array_agg(zip_code), array_agg(created_at), array_agg(-1)) from gone;
      else
        perform change_profile_counts(array_agg(zip_code), array_agg(created_at), array_agg(change))
        from (select zip_code, created_at, 1 as change from come
          union all select zip_code, created_at, -1 from gone) as moved;
      end if;
      return null;
    end $$`.execute(db)
  await sql`
    create function change_profile_counts(zips text[], registered timestamptz[], changes integer[])
    returns void language sql as $$
      insert into profile_counts as counts (zip_code, day, count)
      select moved.zip_code, (moved.created_at at time zone 'Europe/Paris')::date, sum(moved.change)
      from unnest(zips, registered, changes) as moved (zip_code, created_at, change)
      where moved.zip_code is not null group by 1, 2 having sum(moved.change) <> 0 order by 1, 2
      on conflict (zip_code, day) do update set count = counts.count + excluded.count
    $$`.execute(db)
  await sql`
    create trigger users_come after insert on users referencing new table as come
    for each statement execute function count_profiles()`.execute(db)
  await sql`
    create trigger users_go after delete on users referencing old table as gone
    for each statement execute function count_profiles()`.execute(db)
  await sql`
    create trigger users_move after update on users referencing old table as gone new table as come
    for each statement execute function count_profiles()`.execute(db)

  // instant_id 0: the business itself.
  await sql`
    create table view_counts (
      company_id uuid not null references companies on delete cascade,
      day date not null,
      instant_id bigint not null default 0,
      views integer not null default 0,
      opened integer not null default 0,
      primary key (company_id, day, instant_id)
    )`.execute(db)
}
