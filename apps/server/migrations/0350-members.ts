import { type Kysely, sql } from 'kysely'

/**
 * Members of a company with a role, in the order of the ladder, and perhaps a last day; the view `members` is who belongs today, in
 * Paris. Who owned a company is its owner since the same date.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create type member_role as enum ('counter', 'publisher', 'manager', 'owner')`.execute(db)
  await sql`alter table company_owners rename to company_members`.execute(db)
  await sql`
    alter table company_members add column role member_role not null default 'owner', add column until_on date,
      add constraint company_members_owner_stays check (role <> 'owner' or until_on is null)`.execute(db)
  await sql`alter index company_owners_pkey rename to company_members_pkey`.execute(db)
  await sql`alter index company_owners_user_id rename to company_members_user_id`.execute(db)
  await sql`
    create view members as
    select company_id, user_id, role, since, until_on from company_members
    where until_on is null or until_on >= (app_now() at time zone 'Europe/Paris')::date`.execute(db)
  // The same as before, of owners only: a business leaves with them, whoever else works for it.
  await sql`
    create or replace function follow_owners() returns trigger language plpgsql as $$
    declare
      owned uuid[];
      moved uuid;
    begin
      if tg_table_name = 'users' then
        owned := array(select company_id from company_members where user_id = new.id and role = 'owner');
      else
        owned := array[old.company_id, new.company_id];
      end if;
      -- Two owners who leave at once: the second one reads, in the next statement, what the first has committed.
      perform from companies where id = any(owned) order by id for no key update;
      for moved in
        update companies set leaves_at = leaving.at
        from (
          select one.id, case when bool_and(users.delete_after is not null) then max(users.delete_after) end as at
          from unnest(owned) as one (id)
          left join company_members as owners on owners.company_id = one.id and owners.role = 'owner'
          left join users on users.id = owners.user_id group by one.id
        ) as leaving
        where companies.id = leaving.id and companies.leaves_at is distinct from leaving.at returning companies.id
      loop
        perform pg_notify('parvis_live', json_build_object(
          'topic', 'company', 'id', moved, 'to', json_build_array('company:' || moved))::text);
      end loop;
      return null;
    end $$`.execute(db)
}
