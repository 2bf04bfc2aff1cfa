import { type Kysely, sql } from 'kysely'

/**
 * A business whose owners all asked to be erased leaves the one predicate of every public read (W-016), as a suspended one does:
 * its pages were hidden by a predicate of their own, which agenda, feeds and sheet of its town did not have. Rare writes, so that the
 * trigger may notify by itself (decision 0117): pages in memory end at once.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table companies drop column is_shown, add column leaves_at timestamptz,
      add column is_shown boolean not null
        generated always as (completed_at is not null and suspended_at is null and leaves_at is null) stored`.execute(
    db,
  )
  await sql`create index companies_shown_town on companies (town, name) where is_shown`.execute(db)
  await sql`
    create function follow_owners() returns trigger language plpgsql as $$
    declare
      owned uuid[];
      moved uuid;
    begin
      if tg_table_name = 'users' then
        owned := array(select company_id from company_owners where user_id = new.id);
      else
        owned := array[old.company_id, new.company_id];
      end if;
      -- Two owners who leave at once: the second one reads, in the next statement, what the first has committed.
      perform from companies where id = any(owned) order by id for no key update;
      for moved in
        update companies set leaves_at = leaving.at
        from (
          select one.id, case when bool_and(users.delete_after is not null) then max(users.delete_after) end as at
          from unnest(owned) as one (id) left join company_owners on company_owners.company_id = one.id
          left join users on users.id = company_owners.user_id group by one.id
        ) as leaving
        where companies.id = leaving.id and companies.leaves_at is distinct from leaving.at returning companies.id
      loop
        perform pg_notify('parvis_live', json_build_object(
          'topic', 'company', 'id', moved, 'to', json_build_array('company:' || moved))::text);
      end loop;
      return null;
    end $$`.execute(db)
  await sql`
    create trigger users_leave after update of delete_after on users for each row
    when (old.delete_after is distinct from new.delete_after) execute function follow_owners()`.execute(db)
  await sql`
    create trigger company_owners_change after insert or update or delete on company_owners
    for each row execute function follow_owners()`.execute(db)
  await sql`drop trigger companies_lively_update on companies`.execute(db)
  await sql`
    create trigger companies_lively_update after update of town, completed_at, suspended_at, leaves_at on companies
    for each row execute function count_business()`.execute(db)
}
