import { type Kysely, sql } from 'kysely'

/** Reports of contents and conversations blocked by their business (residents.md W-100 to W-103). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table discussions add column blocked_by_company boolean not null default false`.execute(db)

  // Without foreign keys to what is reported: the decision and its reason outlive it (DSA art. 16 and 17).
  await sql`
    create table reports (
      id bigint generated always as identity primary key,
      code text not null unique,
      state text not null default 'received' check (state in ('received', 'decided')),
      reason text not null,
      text text not null default '',
      address text not null,
      kind text not null,
      company_id uuid,
      target_id text,
      seen jsonb not null default '{}',
      reporter_name text,
      reporter_email text,
      received_at timestamptz not null default app_now(),
      decided_at timestamptz,
      decision text check (decision in ('none', 'remove', 'block', 'suspend')),
      grounds text,
      decided_by text,
      check ((state = 'decided') = (decided_at is not null))
    )`.execute(db)
  await sql`create index reports_state on reports (state, received_at, id)`.execute(db)
  await sql`create index reports_company on reports (company_id) where company_id is not null`.execute(db)
  await sql`create index reports_decided on reports (decided_at) where decided_at is not null`.execute(db)
}
