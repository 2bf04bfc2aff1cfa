import { type Kysely, sql } from 'kysely'

/**
 * A business that the team stopped, and the one predicate of every public read: its profile is complete and nobody
 * suspended it. Generated, so that no reader can spell it otherwise.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table companies
      add column suspended_at timestamptz,
      add column suspension_reason text,
      add column suspended_by text,
      add constraint companies_suspension check ((suspended_at is null) = (suspension_reason is null)),
      add column is_shown boolean not null
        generated always as (completed_at is not null and suspended_at is null) stored`.execute(db)
  await sql`create index companies_suspended on companies (suspended_at) where suspended_at is not null`.execute(db)
}
