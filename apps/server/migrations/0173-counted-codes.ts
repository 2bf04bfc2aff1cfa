import { type Kysely, sql } from 'kysely'

/** Counted codes and acts by source (residents.md W-017, W-112): nobody in particular is written down. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table qr_codes (
      code text primary key,
      company_id uuid not null references companies on delete cascade,
      instant_id bigint,
      label text not null,
      is_active boolean not null default true,
      created_at timestamptz not null default app_now(),
      -- The instant is this company's own (decision 0015); without it the code leads to the business.
      foreign key (company_id, instant_id) references instants (company_id, id) on delete set null (instant_id)
    )`.execute(db)
  await sql`create index qr_codes_company on qr_codes (company_id, created_at)`.execute(db)
  await sql`create index qr_codes_instant on qr_codes (instant_id) where instant_id is not null`.execute(db)

  // instant_id 0: the business itself, as in view_counts.
  await sql`
    create table act_counts (
      company_id uuid not null references companies on delete cascade,
      day date not null,
      instant_id bigint not null,
      act text not null,
      source text not null,
      count bigint not null default 0,
      primary key (company_id, day, act, source, instant_id)
    )`.execute(db)
}
