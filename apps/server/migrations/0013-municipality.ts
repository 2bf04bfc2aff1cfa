import { readFile } from 'node:fs/promises'
import { run, type Transaction } from '../src/db/database.ts'
import { sql } from '../src/db/sql.ts'

const shippedIcons = new URL('../assets/service-icons/icons.json', import.meta.url)

/** The services of a town hall, its acts with their registers, and its alerts (docs/spec/duties.md). */
export async function up(db: Transaction): Promise<void> {
  await run(db)`
    create table service_icons (
      id bigint generated always as identity primary key,
      name text not null unique,
      tags text not null,
      position integer not null
    );
    insert into service_icons (name, tags, position)
      select icon ->> 'name', icon ->> 'tags', position
      from json_array_elements(${sql.literal(await readFile(shippedIcons, 'utf8'))}::json) with ordinality as shipped (icon, position)
      order by position;

    -- The ranks of a town hall are unique once a transaction ends, whatever the code above believes (AMB-112).
    create table municipal_services (
      id bigint generated always as identity primary key,
      company_id uuid not null references companies on delete cascade,
      type text not null check (type in ('LINK', 'INTERNAL_PAGE')),
      label text not null,
      content text not null,
      icon_id bigint not null references service_icons,
      rank integer not null check (rank >= 1),
      active boolean not null default true,
      created_at timestamptz not null default app_now(),
      constraint municipal_services_rank exclude using btree (company_id with =, rank with =) where (active)
        deferrable initially deferred
    );

    -- Nothing deletes acts and their registers: not the business, its erasure, nor another town hall.
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
    );
    create index acts_town on acts (town, id);
    create index acts_company_id on acts (company_id);
    create index acts_town_file on acts (town, sha256);
    create index acts_town_number on acts (town, kind, number);
    create index acts_words on acts using gin (words);
    create index acts_withdrawn on acts (withdrawn_at) where withdrawn_at is not null;

    create table act_records (
      town text,
      rank integer check (rank > 0),
      act_id bigint not null references acts,
      change text not null check (change in ('posted', 'withdrawn', 'restored')),
      text text not null,
      signature bytea not null,
      primary key (town, rank)
    );
    create index act_records_act_id on act_records (act_id);
    create unique index act_records_posted on act_records (act_id) where change = 'posted';

    -- Who wrote, sent and ended it stays in the journal for five years, whatever becomes of their accounts.
    create table alerts (
      id bigint generated always as identity primary key,
      company_id uuid references companies on delete set null,
      town text not null,
      siret text not null,
      level text not null check (level in ('vigilance', 'danger')),
      title text not null,
      text text not null,
      until timestamptz not null,
      exercise boolean not null,
      replaces bigint references alerts,
      -- The first alert of a row of corrections: one topic for all their pushes.
      first_id bigint references alerts,
      written_at timestamptz not null default date_trunc('second', app_now()),
      writer jsonb not null,
      sent_at timestamptz,
      sender jsonb,
      proof text check (proof in ('passkey', 'colleague', 'code')),
      ended_at timestamptz,
      ender jsonb,
      end_text text,
      followers integer not null default 0,
      team jsonb,
      reads integer not null default 0,
      check ((sent_at is null) = (sender is null) and (sent_at is null) = (proof is null))
    );
    create index alerts_company_id on alerts (company_id, id);
    create index alerts_town on alerts (town, sent_at);
    create index alerts_current on alerts (until) where sent_at is not null and ended_at is null;
    create index alerts_first on alerts (first_id);
    create unique index alerts_replaces on alerts (replaces) where sent_at is not null;
    create index alerts_unsent on alerts (written_at) where sent_at is null;

    create table alerts_off (
      company_id uuid primary key references companies on delete cascade
    );`
}
