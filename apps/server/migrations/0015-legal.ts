import { run, type Transaction } from '../src/db/database.ts'

/**
 * Published texts, readable for ever, who accepted which (team-and-access.md U-101 to U-103), and reports (residents.md W-100
 * to W-103).
 */
export async function up(db: Transaction): Promise<void> {
  await run(db)`
    create table legal_documents (
      kind text check (kind in ('terms', 'privacy', 'accessibility')),
      version integer check (version > 0),
      effective_on date not null,
      html text not null,
      published_at timestamptz not null default app_now(),
      published_by text not null,
      primary key (kind, version)
    );

    create table legal_acceptances (
      id bigint generated always as identity primary key,
      user_id bigint not null references users on delete cascade,
      company_id uuid references companies on delete cascade,
      kind text not null,
      version integer not null,
      way text not null check (way in ('click', 'use')),
      accepted_at timestamptz not null default app_now(),
      unique nulls not distinct (user_id, company_id, kind, version),
      foreign key (kind, version) references legal_documents (kind, version)
    );
    create index legal_acceptances_company on legal_acceptances (company_id) where company_id is not null;

    -- Without foreign keys to what is reported: the decision and its reason outlive it (DSA art. 16 and 17).
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
    );
    create index reports_state on reports (state, received_at, id);
    create index reports_company on reports (company_id) where company_id is not null;
    create index reports_decided on reports (decided_at) where decided_at is not null;

    create function keep_published() returns trigger language plpgsql as
    $$ begin raise exception 'published legal texts are never changed'; end $$;
    create trigger legal_documents_kept before delete or update or truncate on legal_documents for each statement
      execute function keep_published();`
}
