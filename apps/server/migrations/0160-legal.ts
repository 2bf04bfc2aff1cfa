import { type Kysely, sql } from 'kysely'

/** Published texts, readable for ever, and who accepted which (team-and-access.md U-101 to U-103). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table legal_documents (
      kind text not null check (kind in ('terms', 'privacy', 'accessibility')),
      version integer not null check (version > 0),
      effective_on date not null,
      html text not null,
      published_at timestamptz not null default app_now(),
      published_by text not null,
      primary key (kind, version)
    )`.execute(db)
  await sql`
    create function keep_published() returns trigger language plpgsql as
    $$ begin raise exception 'published legal texts are never changed'; end $$`.execute(db)
  await sql`
    create trigger legal_documents_kept before update or delete or truncate on legal_documents
    for each statement execute function keep_published()`.execute(db)

  await sql`
    create table legal_acceptances (
      id bigint generated always as identity primary key,
      user_id bigint not null references users on delete cascade,
      company_id uuid references companies on delete cascade,
      kind text not null,
      version integer not null,
      way text not null check (way in ('click', 'use')),
      accepted_at timestamptz not null default app_now(),
      foreign key (kind, version) references legal_documents,
      unique nulls not distinct (user_id, company_id, kind, version)
    )`.execute(db)
  await sql`create index legal_acceptances_company on legal_acceptances (company_id) where company_id is not null`.execute(
    db,
  )
}
