import { type Kysely, sql } from 'kysely'

/** The file of somebody's data that a job prepares: its sealed parts, which the sweep takes within the hour (F8). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table account_exports (
      user_id bigint primary key references users on delete cascade,
      asked_at timestamptz not null default app_now(),
      ready_at timestamptz,
      bytes bigint not null default 0,
      parts text[] not null default '{}'
    )`.execute(db)
  await sql`alter table stored_files drop constraint stored_files_kind_check`.execute(db)
  await sql`
    alter table stored_files add constraint stored_files_kind_check
    check (kind in ('public', 'private', 'identity', 'export'))`.execute(db)
}
