import { type Kysely, sql } from 'kysely'

/** The acts of the communes and their registers. Nothing deletes them: not the business, its erasure, nor another town hall. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table acts (
      id bigint generated always as identity primary key,
      town text not null,
      company_id uuid references companies on delete set null,
      siret text not null,
      kind text not null check (kind in ('deliberation', 'arrete', 'decision', 'proces_verbal', 'other')),
      number text,
      title text not null,
      act_date date not null,
      author_name text not null,
      author_quality text not null,
      matter text,
      text text,
      names_people boolean not null,
      posted_at timestamptz not null default date_trunc('second', app_now()),
      file text not null unique,
      bytes integer not null,
      sha256 text not null,
      supersedes bigint unique references acts,
      withdrawn_at timestamptz,
      withdrawn_reason text,
      words tsvector not null
    )`.execute(db)
  await sql`create index acts_town on acts (town, id)`.execute(db)
  await sql`create index acts_company_id on acts (company_id)`.execute(db)
  await sql`create index acts_town_file on acts (town, sha256)`.execute(db)
  await sql`create index acts_town_number on acts (town, kind, number)`.execute(db)
  await sql`create index acts_words on acts using gin (words)`.execute(db)
  await sql`create index acts_withdrawn on acts (withdrawn_at) where withdrawn_at is not null`.execute(db)
  await sql`
    create table act_records (
      town text not null,
      rank integer not null check (rank > 0),
      act_id bigint not null references acts,
      change text not null check (change in ('posted', 'withdrawn', 'restored')),
      text text not null,
      signature bytea not null,
      primary key (town, rank)
    )`.execute(db)
  await sql`create index act_records_act_id on act_records (act_id)`.execute(db)
  await sql`create unique index act_records_posted on act_records (act_id) where change = 'posted'`.execute(db)

  await sql`alter table stored_files drop constraint stored_files_kind_check`.execute(db)
  await sql`
    alter table stored_files add constraint stored_files_kind_check
    check (kind in ('public', 'private', 'identity', 'export', 'act'))`.execute(db)
}
