import { type Kysely, sql } from 'kysely'

/**
 * A notice is held to its owner of the company by one key instead of two, and loses an index that nothing reads: a row is
 * written with each message and each order. What waited for somebody who owns the company no longer is forgotten.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop index notices_object`.execute(db)
  await sql`
    delete from notices where not exists (
      select from company_owners as owners
      where owners.company_id = notices.company_id and owners.user_id = notices.user_id)`.execute(db)
  await sql`
    alter table notices drop constraint notices_company_id_fkey, drop constraint notices_user_id_fkey,
      add constraint notices_owner_fkey foreign key (company_id, user_id) references company_owners on delete cascade`.execute(
    db,
  )
}
