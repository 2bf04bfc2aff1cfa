import { type Kysely, sql } from 'kysely'

/** What the operator's desk lists: always few rows of large tables. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index companies_identity on companies (identity_status, created_at, id)
    where identity_status <> 'missing'`.execute(db)
  await sql`create index sign_in_phones_blocked on sign_in_phones (phone) where blocked`.execute(db)
  await sql`create index discussions_blocked on discussions (id) where blocked_by_team`.execute(db)
  await sql`create index audit_log_action on audit_log (action, id desc)`.execute(db)
  await sql`create index audit_log_actor on audit_log (actor, id desc)`.execute(db)
  await sql`create index users_delete_after on users (delete_after) where delete_after is not null`.execute(db)
}
