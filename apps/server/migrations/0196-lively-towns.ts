import { type Kysely, sql } from 'kysely'

/**
 * How many businesses each town shows, kept as they come, move and go: the home and the sitemap would otherwise read every
 * business of the country (W-126). Row by row, as a business changes its town or its state a few times in its life.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table lively_towns (town text primary key, businesses integer not null)`.execute(db)
  await sql`
    insert into lively_towns (town, businesses)
    select companies.town, count(*) from companies
    where companies.town is not null and companies.is_shown group by companies.town`.execute(db)
  // The predicate of every public read is is_shown: the former index, where completed_at is not null, answered none of them.
  await sql`create index companies_shown_town on companies (town, name) where is_shown`.execute(db)
  await sql`drop index companies_town`.execute(db)
  await sql`create index lively_towns_order on lively_towns (businesses desc, town)`.execute(db)
  await sql`
    create function count_business() returns trigger language plpgsql as $$
    begin
      insert into lively_towns as counted (town, businesses)
      select moved.town, sum(moved.change) from (
        select old.town, -1 as change where tg_op <> 'INSERT' and old.is_shown
        union all select new.town, 1 where tg_op <> 'DELETE' and new.is_shown
      ) as moved where moved.town is not null group by moved.town having sum(moved.change) <> 0 order by moved.town
      on conflict (town) do update set businesses = counted.businesses + excluded.businesses;
      return null;
    end $$`.execute(db)
  for (const event of ['insert', 'delete', 'update of town, completed_at, suspended_at'])
    await sql`
      create trigger ${sql.id(`companies_lively_${event.slice(0, 6)}`)} after ${sql.raw(event)} on companies
      for each row execute function count_business()`.execute(db)
}
