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
  await sql`
    create function count_profile() returns trigger language plpgsql as $$
    declare
      gone text := case when tg_op <> 'INSERT' then old.zip_code end;
      come text := case when tg_op <> 'DELETE' then new.zip_code end;
      registered timestamptz := case when tg_op = 'DELETE' then old.created_at else new.created_at end;
    begin
      if gone is not distinct from come then return null; end if;
      insert into profile_counts as counts (zip_code, day, count)
      select moved.zip_code, (registered at time zone 'Europe/Paris')::date, moved.change
      from (values (gone, -1), (come, 1)) as moved (zip_code, change)
      where moved.zip_code is not null
      -- One order for everybody: two people who swap cities do not wait for each other.
      order by moved.zip_code
      on conflict (zip_code, day) do update set count = counts.count + excluded.count;
      return null;
    end $$`.execute(db)
  await sql`
    create trigger users_count_profile after insert or delete or update of zip_code on users
    for each row execute function count_profile()`.execute(db)

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
