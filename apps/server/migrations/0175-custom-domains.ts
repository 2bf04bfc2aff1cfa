import { type Kysely, sql } from 'kysely'

/**
 * Domains of the businesses' own (residents.md W-127 to W-134). An ended claim stays so that whoever still points here is led
 * on; after the erasure of its business it answers 410.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table custom_domains (
      id bigint generated always as identity primary key,
      company_id uuid references companies on delete set null,
      -- Without www., in the letters of the DNS (punycode): the twin belongs to it.
      name text not null,
      canonical text not null,
      shown text not null,
      token text not null,
      state text not null default 'to_prove'
        check (state in ('to_prove', 'proven', 'proof_missing', 'stopped', 'released')),
      claimed_at timestamptz not null default app_now(),
      proven_at timestamptz,
      -- When somebody first came by this name, or a reading found it leading here (W-130).
      pointed_at timestamptz,
      -- The last answer of the resolver, and the last one that held the proof.
      read_at timestamptz,
      found_at timestamptz,
      missing_days int not null default 0,
      missing_on date,
      next_reading_at timestamptz default app_now(),
      ended_at timestamptz,
      -- A word of the domain: plan, proof, silence, sold, operator.
      reason text
    )`.execute(db)
  await sql`
    create unique index custom_domains_held on custom_domains (name)
    where state in ('proven', 'proof_missing') and company_id is not null`.execute(db)
  await sql`
    create unique index custom_domains_company on custom_domains (company_id)
    where state <> 'released' and company_id is not null`.execute(db)
  await sql`create index custom_domains_name on custom_domains (name, id)`.execute(db)
  await sql`
    create index custom_domains_due on custom_domains (next_reading_at) where next_reading_at is not null`.execute(db)

  // What the operator decided of a name: refused to everybody, or allowed although it reads like a town's (W-133).
  await sql`
    create table domain_decisions (
      name text primary key,
      allowed boolean not null,
      reason text not null,
      decided_by text not null,
      decided_at timestamptz not null default app_now()
    )`.execute(db)

  // The plan's end stops the domain at once, whoever wrote it (W-132).
  await sql`
    create function stop_domain_of_plan() returns trigger language plpgsql as $$
    begin
      update custom_domains
      set state = 'stopped', reason = 'plan', ended_at = app_now(), next_reading_at = null
      where custom_domains.company_id = new.id and custom_domains.state in ('to_prove', 'proven', 'proof_missing');
      return null;
    end $$`.execute(db)
  await sql`
    create trigger companies_domain_of_plan after update of membership on companies
    for each row when (old.membership = 'digital' and new.membership <> 'digital')
    execute function stop_domain_of_plan()`.execute(db)
}
