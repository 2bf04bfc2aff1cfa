import { run, type Transaction } from '../src/db/database.ts'

/** Views, counted codes and acts by source (residents.md W-017, W-112): nobody in particular is written down. */
export async function up(db: Transaction): Promise<void> {
  await run(db)`
    -- Cut by months (decision 0113). instant_id 0: the business itself.
    create table view_counts (
      company_id uuid references companies on delete cascade,
      day date,
      instant_id bigint default 0,
      views integer not null default 0,
      opened integer not null default 0,
      primary key (company_id, day, instant_id)
    ) partition by range (day);
    create table view_counts_rest partition of view_counts default;

    -- Views of one Paris day are told apart by it; it goes with the day (W-109).
    create table view_secrets (
      day date primary key,
      secret bytea not null
    );

    create table qr_codes (
      code text primary key,
      company_id uuid not null references companies on delete cascade,
      -- The instant is this company's own (decision 0015); without it the code leads to the business.
      instant_id bigint,
      label text not null,
      is_active boolean not null default true,
      created_at timestamptz not null default app_now(),
      foreign key (company_id, instant_id) references instants (company_id, id) on delete set null (instant_id)
    );
    create index qr_codes_company on qr_codes (company_id, created_at);
    create index qr_codes_instant on qr_codes (instant_id) where instant_id is not null;

    -- instant_id 0: the business itself.
    create table act_counts (
      company_id uuid references companies on delete cascade,
      day date,
      instant_id bigint,
      act text,
      source text,
      count bigint not null default 0,
      primary key (company_id, day, act, source, instant_id)
    );`
}
