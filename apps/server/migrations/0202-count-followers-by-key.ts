import { type Kysely, sql } from 'kysely'

/**
 * The companies of a change are updated by their key, one after the other in the order of their ids: planned as a join with
 * the transition table, whose size PostgreSQL does not know, each follow read every company (a sequential scan).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace function count_followers() returns trigger language plpgsql as $$
    declare
      changed record;
    begin
      for changed in
        select follows.company_id, case tg_op when 'INSERT' then count(*) else -count(*) end as change
        from changed_follows as follows group by follows.company_id order by follows.company_id
      loop
        update companies set followers_count = companies.followers_count + changed.change
        where companies.id = changed.company_id;
      end loop;
      return null;
    end $$`.execute(db)
}
